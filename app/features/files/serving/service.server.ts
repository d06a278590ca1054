import { Readable } from 'node:stream';

import type { Bucket, FileVariant } from '#app/domain/files/bucket.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { parseByteRange } from '#app/platform/http/headers/byte-range.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import { namesEtag } from '#app/platform/http/headers/etag.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { objectName } from '../save-file.server.ts';
import { selectServed } from '../store.server.ts';

/** `everyone`: publicly cacheable; `reader`: only for whoever requests it. */
export type FileAccess = 'refused' | { to: 'everyone' | 'reader'; /** What it is called when it is saved. */ downloadName?: string };

/** Each feature decides who reads its bucket. Without an entry only admins and the uploader may. */
export type FileReaders = Partial<Record<Bucket, (deps: Deps, ask: { ownerId: string; variant: FileVariant; actor: Actor }) => Promise<FileAccess>>>;

const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[a-z]+|-page-\d{1,4})?\.(webp|jpg|pdf)$/;
/** Names are never reused; an hour bounds how long caches serve a deleted file (specification §9). */
const CACHED = 'public, max-age=3600, immutable';
/** Chrome's PDF viewer runs inside this policy: `sandbox` or `object-src 'none'` would leave the page empty. */
const POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export function fileCall(readers: FileReaders): Call {
  return call('GET', '/files/:name', {
    audience: 'anyone',
    openapi: {
      summary: 'A stored file, or a part of it; what one may not read is not there',
      parameters: [pathParameter('name', { type: 'string' }), { name: 'Range', in: 'header', required: false, schema: { type: 'string', example: 'bytes=0-65535' } }],
      responses: { 200: FILE, 206: FILE, 304: { description: 'The one already there' }, 416: { description: 'No such part' }, ...problems(404, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const spend = async (bytes: number): Promise<void> => limits.spend({ act: 'download', key: c.get('address'), points: Math.ceil(bytes / 1024) });
      return serveFile(deps, readers, { request: c.req.raw, name: c.req.param('name'), actor: c.get('actor'), spend });
    },
  });
}

const FILE = { description: 'The file', content: Object.fromEntries(['image/webp', 'image/jpeg', 'application/pdf'].map((type) => [type, { schema: { type: 'string', format: 'binary' } }])) };

export interface FileRequest {
  request: Request;
  name: string;
  actor: Actor;
  /** Throws when the reader's budget of bytes is exhausted. */
  spend: (bytes: number) => Promise<void>;
}

/** Supports ranges. What may not be read is answered as missing. */
export async function serveFile(deps: Deps, readers: FileReaders, { request, name, actor, spend }: FileRequest): Promise<Response> {
  const file = NAME.test(name) ? await selectServed(deps.db.query, name) : null;
  if (file === null) throw new Refusal('NOT_FOUND');
  const access = await accessTo(deps, readers, { ...file, actor });
  if (access === 'refused') throw new Refusal('NOT_FOUND');

  const isPublic = access.to === 'everyone';
  const etag = `"${name}"`;
  const headers = new Headers({
    'Content-Type': file.mediaType,
    'Content-Security-Policy': POLICY,
    'Content-Disposition': contentDisposition('inline', access.downloadName),
    // Mails and other sites embed our public pictures.
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-origin',
    'Cache-Control': isPublic ? CACHED : 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  if (namesEtag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });

  const ifRange = request.headers.get('If-Range');
  const range = ifRange === null || ifRange === etag ? parseByteRange(request.headers.get('Range'), file.bytes) : null;
  if (range === 'unsatisfiable') return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.bytes}` } });
  const length = range ? range.end - range.start + 1 : file.bytes;
  headers.set('Content-Length', String(length));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  const status = range ? 206 : 200;
  // The stream of a HEAD would never be read and stay open.
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  await spend(length);
  const stream = await deps.storage.read(objectName(file.bucket, name), range ?? undefined);
  if (stream === null) {
    deps.log.error({ name }, 'a file is missing in the storage');
    throw new Refusal('NOT_FOUND');
  }
  return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers });
}

async function accessTo(deps: Deps, readers: FileReaders, file: { bucket: Bucket; variant: FileVariant; ownerId: string | null; createdBy: string | null; actor: Actor }): Promise<FileAccess> {
  const { bucket, variant, ownerId, createdBy, actor } = file;
  const access = ownerId === null ? 'refused' : ((await readers[bucket]?.(deps, { ownerId, variant, actor })) ?? 'refused');
  if (access !== 'refused' || actor.kind === 'guest') return access;
  const isNewAndTheirs = ownerId === null && createdBy === actor.userId;
  return isNewAndTheirs || actor.rights.includes('admin') ? { to: 'reader' } : 'refused';
}
