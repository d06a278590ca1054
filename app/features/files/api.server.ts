import { BUCKETS, MB } from '#app/domain/files/bucket.ts';
import type { StorageUsage } from '#app/domain/files/usage.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call, type Method } from '#app/platform/http/calls.server.ts';
import { requireRight } from '#app/platform/http/guards/guards.server.ts';
import { jsonOf, type Operation, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { storageUsageSchema, storedFileSchema, unfinishedSchema, uploadProblemSchema } from './schema.ts';
import { usageOf } from './upkeep/service.server.ts';
import { findUpload } from './uploads/service.server.ts';
import { answerTus, uploadAnswer, UPLOADS_PATH } from './uploads/tus.server.ts';
import { keysOf } from '#app/domain/record.ts';

const ONE_UPLOAD = `${UPLOADS_PATH}/:id` as const;
const UPLOAD_ID = pathParameter('id', { type: 'string', format: 'uuid' });
/** Upper bound over all buckets; each upload enforces its bucket's limit. */
const LONGEST_PIECE = 50 * MB;

const stored = { description: 'All of it came and the file was made', content: jsonOf(storedFileSchema) };
const unfinished = { description: 'How much of it is here', content: jsonOf(unfinishedSchema) };
const refused = (description: string): object => ({ description, content: jsonOf(uploadProblemSchema) });
const REFUSED = { 413: refused('TOO_LARGE'), 422: refused('WRONG_TYPE, TOO_MANY_PIXELS, UNREADABLE, QUOTA_FULL') };

export const calls: readonly Call[] = [
  tusCall('POST', UPLOADS_PATH, {
    summary: 'Begins a resumable upload (tus 1.0); Upload-Metadata names the bucket, Location answers its address',
    responses: { 201: { description: 'Begun' }, 400: refused('INVALID_BUCKET, INVALID_UPLOAD'), 412: refused('INVALID_UPLOAD'), ...REFUSED, ...problems(401, 403, 429, 500, 503) },
  }),
  tusCall('PATCH', ONE_UPLOAD, {
    summary: 'Sends the next piece (tus 1.0); the last one is answered with the file',
    parameters: [UPLOAD_ID],
    responses: {
      200: stored,
      202: unfinished,
      204: { description: 'Taken' },
      400: refused('INVALID_UPLOAD'),
      404: refused('NOT_FOUND'),
      409: refused('WRONG_OFFSET'),
      412: refused('INVALID_UPLOAD'),
      ...REFUSED,
      ...problems(401, 403, 429, 500, 503),
    },
  }),
  tusCall('DELETE', ONE_UPLOAD, {
    summary: 'Gives an unfinished upload up (tus 1.0)',
    parameters: [UPLOAD_ID],
    responses: { 204: { description: 'Nothing is left of it' }, 404: refused('NOT_FOUND'), 412: refused('INVALID_UPLOAD'), ...problems(401, 403, 429, 500, 503) },
  }),
  call('GET', ONE_UPLOAD, {
    audience: { right: 'editor' },
    openapi: {
      summary: 'How an upload stands, also after its last answer got lost; HEAD as in tus 1.0',
      parameters: [UPLOAD_ID],
      responses: { 200: stored, 202: unfinished, 404: refused('NOT_FOUND'), ...REFUSED, ...problems(401, 403, 500, 503) },
    },
    async handle(c, { deps }) {
      const userId = requireRight(c.get('actor'), 'editor');
      if (c.req.raw.method === 'HEAD') return answerTus(deps, { request: c.req.raw, userId });
      const id = c.req.param('id');
      const found = isUuid(id) ? await findUpload(deps, id) : null;
      if (found?.createdBy !== userId) throw new Refusal('NOT_FOUND');
      const { status, body } = await uploadAnswer(deps, id);
      return c.json(body, status);
    },
  }),
  call('GET', '/api/admin/storage', {
    audience: { right: 'editor' },
    openapi: {
      summary: 'How full each bucket is, what in it is largest, and what nobody knows',
      responses: { 200: { description: 'Usage by bucket', content: jsonOf(storageUsageSchema) }, ...problems(401, 403, 500, 503) },
    },
    async handle(c, { deps }) {
      const buckets: StorageUsage[] = [];
      for (const bucket of keysOf(BUCKETS)) buckets.push(await usageOf(deps, bucket));
      return c.json({ buckets });
    },
  }),
];

function tusCall(method: Method, path: string, openapi: Operation): Call {
  return call(method, path, {
    audience: { right: 'editor' },
    bodyBytes: LONGEST_PIECE,
    openapi,
    async handle(c, { deps }) {
      return answerTus(deps, { request: c.req.raw, userId: requireRight(c.get('actor'), 'editor') });
    },
  });
}
