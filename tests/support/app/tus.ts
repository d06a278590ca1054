import type { Bucket } from '#app/domain/files/bucket.ts';

import type { TestApp } from './test-app.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };

/** What a tus client asks, one request at a time, signed in by cookie. */
export interface TusClient {
  create(upload: { bucket: string; size: number; metadata?: string }): Promise<Response>;
  /** Creates an upload that must be accepted; its address. */
  begin(upload: { bucket: Bucket; size: number }): Promise<string>;
  send(address: string, piece: { from: number; bytes: Uint8Array | ReadableStream<Uint8Array>; headers?: Record<string, string> }): Promise<Response>;
  /** How much has come; null when there is no such upload. */
  received(address: string): Promise<number | null>;
  cancel(address: string): Promise<Response>;
  status(address: string): Promise<Response>;
  /** All of a file at once. */
  upload(bucket: Bucket, bytes: Uint8Array): Promise<Response>;
}

export function aTusClient(app: Pick<TestApp, 'ask'>, cookie: string): TusClient {
  const ask = (path: string, method: string, headers: Record<string, string> = {}, body?: BodyInit) =>
    app.ask(path, { method, headers: { Cookie: cookie, ...TUS, ...headers }, ...(body !== undefined && { body, duplex: 'half' }) });

  const client: TusClient = {
    create: ({ bucket, size, metadata }) =>
      ask('/api/admin/uploads', 'POST', { 'Upload-Length': String(size), 'Upload-Metadata': metadata ?? `bucket ${Buffer.from(bucket).toString('base64')}` }),
    async begin(upload) {
      const response = await client.create(upload);
      if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
      return response.headers.get('Location')!;
    },
    send: (address, { from, bytes, headers }) =>
      ask(address, 'PATCH', { 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream', ...headers }, bytes as BodyInit),
    async received(address) {
      const response = await ask(address, 'HEAD');
      return response.status === 200 ? Number(response.headers.get('Upload-Offset')) : null;
    },
    cancel: (address) => ask(address, 'DELETE'),
    status: (address) => app.ask(address, { headers: { Cookie: cookie } }),
    async upload(bucket, bytes) {
      return client.send(await client.begin({ bucket, size: bytes.byteLength }), { from: 0, bytes });
    },
  };
  return client;
}
