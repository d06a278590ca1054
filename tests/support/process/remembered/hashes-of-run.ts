import { rememberHashes } from './hashes.ts';

rememberHashes();
