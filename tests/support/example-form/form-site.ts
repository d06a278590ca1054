import { readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'vite';

import { ROOT } from '../process/child-server.ts';

type Entry = typeof import('./server-entry.tsx');

export interface FormSite extends Pick<Entry, 'saved' | 'other'> {
  url: string;
  end(): Promise<void>;
}

const HERE = 'tests/support/example-form';
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Serves the example form with its scripts, and takes what it sends: with scripts and without. */
export async function startFormSite(): Promise<FormSite> {
  // Where its own imports are found.
  const folder = join(ROOT, 'node_modules/.cache', `example-form-${process.pid}`);
  const common = { configFile: false, root: ROOT, logLevel: 'error', publicDir: false } as const;
  await build({ ...common, build: { outDir: join(folder, 'client'), rollupOptions: { input: `${HERE}/browser-entry.tsx`, output: { entryFileNames: 'entry.js', assetFileNames: '[name][extname]' } } } });
  await build({ ...common, build: { ssr: `${HERE}/server-entry.tsx`, outDir: join(folder, 'server'), rollupOptions: { output: { entryFileNames: 'entry.mjs' } } } });
  const entry = (await import(pathToFileURL(join(folder, 'server/entry.mjs')).href)) as Entry;

  async function answer(incoming: IncomingMessage): Promise<{ status: number; type: string; body: string | Buffer }> {
    const path = incoming.url ?? '/';
    if (path === '/reply') {
      const { status, body } = await entry.reply(await requestOf(incoming));
      return { status, type: 'application/json', body: JSON.stringify(body) };
    }
    if (path === '/' || path === '/fora') {
      const { status, html, hydration } = await entry.render(await requestOf(incoming));
      return { status, type: 'text/html; charset=utf-8', body: documentOf(html, hydration) };
    }
    return { status: 200, type: TYPES[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'application/octet-stream', body: await readFile(join(folder, 'client', path)) };
  }

  const http = createServer((incoming, outgoing) => {
    void answer(incoming).then(
      ({ status, type, body }) => outgoing.writeHead(status, { 'Content-Type': type }).end(body),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    saved: entry.saved,
    other: entry.other,
    async end() {
      http.closeAllConnections();
      http.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET' } = incoming;
  const headers = { 'Content-Type': incoming.headers['content-type'] ?? 'application/x-www-form-urlencoded' };
  return new Request(`http://form.test${incoming.url}`, method === 'POST' ? { method, headers, body: Buffer.concat(chunks) } : { method });
}

function documentOf(html: string, hydration: string): string {
  return `<!doctype html><html lang="ca"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Formulari</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/browser-entry.css"></head><body><div id="root">${html}</div>
<script>window.__hydration = ${hydration.replaceAll('<', '\\u003c')}</script><script type="module" src="/entry.js"></script></body></html>`;
}
