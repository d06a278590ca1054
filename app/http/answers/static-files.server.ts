import { existsSync, readdirSync } from 'node:fs';

import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';

import type { EdgeEnv } from '../edge.server.ts';

/** Show kept pages where there is no coverage: one's tickets, and the door that reads them. */
const WORKERS = new Set(['/sw.js', '/door-sw.js']);

/** The files of the browser's build: those under /assets for ever, since their names change with them. */
export function staticFiles(clientDir: string): MiddlewareHandler<EdgeEnv> {
  // In development Vite serves them, and nothing was built.
  if (!existsSync(clientDir)) return (_c, next) => next();
  const entries = readdirSync(clientDir, { withFileTypes: true });
  const rootFiles = new Set(entries.filter((entry) => entry.isFile()).map((entry) => `/${entry.name}`));
  const asset = serveStatic<EdgeEnv>({
    root: clientDir,
    precompressed: true,
    onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
  });
  const rootFile = serveStatic<EdgeEnv>({
    root: clientDir,
    onFound: (_path, c) => {
      c.header('Cache-Control', WORKERS.has(c.req.path) ? 'no-cache' : 'public, max-age=3600');
      // A worker asks under a policy of its own: it may fetch our pages, and nothing else.
      if (WORKERS.has(c.req.path)) c.header('Content-Security-Policy', "default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
    },
  });
  return async (c, next) => {
    if (c.req.path.startsWith('/assets/')) return asset(c, next);
    return rootFiles.has(c.req.path) ? rootFile(c, next) : next();
  };
}
