import { serve } from './serve.ts';

process.exit(await serve());
