import { Hono } from 'hono';

import { type Bucket, BUCKETS } from '#app/domain/files/bucket.ts';
import type { StorageUsage } from '#app/domain/files/usage.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { Refusal } from '#app/http/answers/refusal.server.ts';
import type { EdgeEnv, EdgeParts } from '#app/http/edge.server.ts';
import { requireAdmin } from '#app/http/guards/guards.server.ts';

import { type FileReaders, serveFile } from './serve-file.server.ts';
import { usageOf } from './upkeep/service.server.ts';
import { findUpload } from './uploads/service.server.ts';
import { answerTus, uploadAnswer, UPLOADS_PATH } from './uploads/tus.server.ts';

const NEVER_STORED = { 'Cache-Control': 'private, no-store' };

export function fileRoutes({ deps, limits }: EdgeParts, readers: FileReaders): Hono<EdgeEnv> {
  const routes = new Hono<EdgeEnv>()
    .get('/files/:name', async (c) => {
      await limits.count('read', c.get('address'));
      return serveFile(deps, readers, { request: c.req.raw, name: c.req.param('name'), actor: c.get('actor') });
    })
    .get('/api/admin/storage', async (c) => {
      requireAdmin(c.get('actor'));
      const buckets: StorageUsage[] = [];
      for (const bucket of Object.keys(BUCKETS)) buckets.push(await usageOf(deps, bucket as Bucket));
      return c.json({ buckets }, 200, NEVER_STORED);
    })
    // HEAD, which comes here too, is tus asking how far an upload has come.
    .get(`${UPLOADS_PATH}/:id`, async (c) => {
      const userId = requireAdmin(c.get('actor'));
      if (c.req.raw.method === 'HEAD') return answerTus(deps, { request: c.req.raw, userId });
      const id = c.req.param('id');
      const found = isUuid(id) ? await findUpload(deps, id) : null;
      if (found?.createdBy !== userId) throw new Refusal('NOT_FOUND');
      const { status, body } = await uploadAnswer(deps, id);
      return c.json(body, status, NEVER_STORED);
    });
  for (const [method, path] of [['POST', UPLOADS_PATH], ['PATCH', `${UPLOADS_PATH}/:id`], ['DELETE', `${UPLOADS_PATH}/:id`]] as const) {
    routes.on(method, path, async (c) => {
      const userId = requireAdmin(c.get('actor'));
      await limits.count('write', c.get('address'));
      return answerTus(deps, { request: c.req.raw, userId });
    });
  }
  return routes;
}
