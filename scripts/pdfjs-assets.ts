import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Plugin } from 'vite';

const HOME = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8')) as { version: string };
const ADDRESS = `assets/pdfjs-${version}`;
/** Its interpreter of scripts in documents stays out: nothing in a document runs. */
const NEEDED = /^(cmaps|standard_fonts|iccs|wasm)\/(?!quickjs|LICENSE_QUICKJS|LICENSE_PDFJS_QUICKJS)[\w.-]+$/;

/** By the name under which it is fetched, where it lies: the worker, and for rare documents fonts, character maps and decoders. */
const FILES = new Map([...filesOf('').map((name): [string, string] => [name, join(HOME, name)]), ['pdf.worker.min.mjs', join(HOME, 'legacy/build/pdf.worker.min.mjs')]]);

/** Lays what pdf.js fetches beside our own assets, so that no other host is asked. */
export function pdfjsAssets(): Plugin {
  return {
    name: 'pdfjs-assets',
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [name, path] of FILES) this.emitFile({ type: 'asset', fileName: `${ADDRESS}/${name}`, source: readFileSync(path) });
    },
    configureServer(server) {
      server.middlewares.use(`/${ADDRESS}`, (request, response, next) => {
        const name = (request.url ?? '').slice(1).replace(/\?.*$/, '');
        const path = FILES.get(name);
        if (path === undefined) return next();
        response.setHeader('Content-Type', name.endsWith('js') ? 'text/javascript' : name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream');
        response.end(readFileSync(path));
      });
    },
  };
}

function filesOf(folder: string): string[] {
  return readdirSync(join(HOME, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return folder === '' && NEEDED.test(`${name}/x`) ? filesOf(name) : [];
    return NEEDED.test(name) ? [name] : [];
  });
}
