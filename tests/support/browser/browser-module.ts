import { join } from 'node:path';

import { build } from 'vite';

/** A module of ours as one script that leaves what it exports in `globalThis[name]`: for pages that do not load it yet. */
export async function asBrowserScript(path: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, '../../..', path), formats: ['iife'], name },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`${path} was not built`);
  return output.output.map((chunk) => (chunk.type === 'chunk' ? chunk.code.replace(/^(var|const) /, 'globalThis.') : '')).join('\n');
}
