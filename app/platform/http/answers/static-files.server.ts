import { existsSync, readdirSync } from 'node:fs';

import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';

import type { EdgeEnv } from '../edge.server.ts';

const WORKERS = new Set(['/sw.js', '/door-sw.js', '/site-sw.js']);

/** Reads PDFs in a thread of its own, and asks under a policy of its own: for parts of itself, and fonts. */
const PDF_WORKER = /^\/assets\/pdfjs-[\d.]+\/pdf\.worker\.min\.mjs$/;
const PDF_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/** Mail programs load it from other origins. */
const DISPLAYED_ELSEWHERE = '/crest.png';

/** Files under /assets are immutable: their names carry their hash. */
export function staticFiles(clientDir: string): MiddlewareHandler<EdgeEnv> {
  if (!existsSync(clientDir)) return (_c, next) => next();
  const entries = readdirSync(clientDir, { withFileTypes: true });
  const rootFiles = new Set(entries.filter((entry) => entry.isFile()).map((entry) => `/${entry.name}`));
  const asset = serveStatic<EdgeEnv>({ root: clientDir, precompressed: true });
  const rootFile = serveStatic<EdgeEnv>({ root: clientDir });
  return async (c, next) => {
    const { path } = c.req;
    if (path.startsWith('/assets/') || rootFiles.has(path)) c.set('route', 'file');
    if (path.startsWith('/assets/')) return withHeaders(await asset(c, next), { 'Cache-Control': 'public, max-age=31536000, immutable', ...(PDF_WORKER.test(path) && { 'Content-Security-Policy': PDF_WORKER_POLICY }) });
    return rootFiles.has(path) ? withHeaders(await rootFile(c, next), headersOf(path)) : next();
  };
}

function headersOf(path: string): Record<string, string> {
  if (WORKERS.has(path)) return { 'Cache-Control': 'no-cache', 'Content-Security-Policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'" };
  return { 'Cache-Control': 'public, max-age=3600', ...(path === DISPLAYED_ELSEWHERE && { 'Cross-Origin-Resource-Policy': 'cross-origin' }) };
}

function withHeaders(answer: Response | undefined | void, headers: Record<string, string>): Response | undefined {
  if (!(answer instanceof Response)) return undefined;
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}
