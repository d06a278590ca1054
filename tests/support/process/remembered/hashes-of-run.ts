import { rememberHashes } from './remembered-hashes.ts';

rememberHashes();
