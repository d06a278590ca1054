import type { Readable } from 'node:stream';

import { DataStore, ERRORS, MemoryLocker, Server, Upload } from '@tus/server';

import { isStorageFull } from '#app/platform/adapters/storage/file-storage.server.ts';
import { type Bucket, isBucket } from '#app/domain/files/bucket.ts';
import { type FileRefusal, fileRefusalText } from '#app/domain/files/file-refusal.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { stateKey } from '#app/platform/app-state.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { RETRY_BUSY_S } from '#app/platform/http/edge.server.ts';

import { abandonUpload, beginUpload, findUpload, finishUpload, receive, UploadConflict, type UploadOutcome } from './service.server.ts';

export const UPLOADS_PATH = '/api/admin/uploads';

interface Thrown {
  status_code: number;
  body: string;
}

const NOT_A_BUCKET: Thrown = { status_code: 400, body: JSON.stringify({ code: 'INVALID_BUCKET', message: 'No se sap on va este arxiu' }) };
const NO_ROOM: Thrown = { status_code: 507, body: JSON.stringify({ code: 'STORAGE_FULL', message: 'No queda lloc en el servidor per a este arxiu. Avisa qui el manté i torna-ho a provar després' }) };
const STATUSES = { WRONG_TYPE: 422, TOO_LARGE: 413, TOO_MANY_PIXELS: 422, UNREADABLE: 422, QUOTA_FULL: 422, TOO_BUSY: 503 } as const satisfies Record<FileRefusal['code'], number>;

/** Within one app; across processes the row's offset decides. */
export const uploadLocks = stateKey<MemoryLocker>('upload locks');

export async function answerTus(deps: Deps, { request, userId }: { request: Request; userId: string }): Promise<Response> {
  const server = new Server({
    path: UPLOADS_PATH,
    datastore: new UploadStore(deps, userId),
    locker: deps.state.get(uploadLocks),
    relativeLocation: true,
    namingFunction: () => deps.ids.uuid(),
    allowedOrigins: () => false,
    onUploadCreate: async (_request, upload) => {
      const bucket = upload.metadata?.['bucket'];
      if (!isBucket(bucket)) throw NOT_A_BUCKET;
      if (!upload.size) throw ERRORS.INVALID_LENGTH;
      const refused = await beginUpload(deps, { id: upload.id, bucket, size: upload.size, createdBy: userId });
      if (refused) throw { status_code: STATUSES[refused.code], body: JSON.stringify(refusalBody(refused, bucket)) } satisfies Thrown;
      return {};
    },
    onUploadFinish: async (_request, upload) => {
      const { status, body } = await uploadAnswer(deps, upload.id);
      if (status >= 400) throw { status_code: status, body: JSON.stringify(body) } satisfies Thrown;
      return { status_code: status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error) return undefined;
      if (!isStorageFull(error)) throw error;
      deps.log.error({ err: error }, 'an upload found no room on the disk');
      return NO_ROOM;
    },
  });
  const answer = await server.handleWeb(request);
  answer.headers.delete('Access-Control-Expose-Headers');
  answer.headers.set('Cache-Control', 'no-store');
  return answer.status >= 400 ? asJson(answer) : answer;
}

/** The library refuses in plain text. */
async function asJson(answer: Response): Promise<Response> {
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  headers.set('Content-Type', 'application/json');
  if (answer.status === 503) headers.set('Retry-After', String(RETRY_BUSY_S));
  headers.delete('Content-Length');
  const body = text.startsWith('{') ? text : JSON.stringify({ code: OWN_CODES[answer.status] ?? 'INVALID_UPLOAD', message: text.trim() });
  return new Response(body, { status: answer.status, headers });
}

const OWN_CODES: Record<number, string> = { 404: 'NOT_FOUND', 409: 'WRONG_OFFSET', 413: 'TOO_LARGE' };

export async function uploadAnswer(deps: Deps, id: string): Promise<{ status: 200 | 202 | 404 | 413 | 422 | 503; body: object }> {
  const bucket = (await findUpload(deps, id))?.bucket;
  const outcome: UploadOutcome = bucket === undefined ? 'gone' : await finishUpload(deps, id);
  if (bucket === undefined || outcome === 'gone') return { status: 404, body: { code: 'NOT_FOUND', message: 'No existix' } };
  if ('refused' in outcome) return { status: STATUSES[outcome.refused.code], body: refusalBody(outcome.refused, bucket) };
  if ('unfinished' in outcome) return { status: 202, body: outcome.unfinished };
  return { status: 200, body: outcome.stored };
}

function refusalBody(refusal: FileRefusal, bucket: Bucket): object {
  return { code: refusal.code, message: fileRefusalText(refusal, bucket) };
}

class UploadStore extends DataStore {
  override extensions = ['creation', 'termination'];
  readonly #deps: Deps;
  readonly #userId: string;

  constructor(deps: Deps, userId: string) {
    super();
    this.#deps = deps;
    this.#userId = userId;
  }

  /** The row was inserted with the quota check. */
  override create(upload: Upload): Promise<Upload> {
    return Promise.resolve(upload);
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    try {
      return await receive(this.#deps, { id, from: offset, stream });
    } catch (error) {
      throw error instanceof UploadConflict ? ERRORS.INVALID_OFFSET : error;
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = isUuid(id) ? await findUpload(this.#deps, id) : null;
    if (found === null || found.createdBy !== this.#userId) throw ERRORS.FILE_NOT_FOUND;
    const { size, received } = found.upload ?? { size: found.bytes, received: found.bytes };
    return new Upload({ id, size, offset: received });
  }

  override async remove(id: string): Promise<void> {
    await this.getUpload(id);
    await abandonUpload(this.#deps, id);
  }
}
