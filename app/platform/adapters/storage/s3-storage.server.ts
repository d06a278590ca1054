import { Readable } from 'node:stream';

import { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';

import { assertObjectName, objectBody, type FileStorage } from './file-storage.server.ts';

export interface S3Location {
  endpoint: URL | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const CONNECT_WITHIN_MS = 3_000;
const SILENCE_MS = 20_000;

export function createS3Storage({ endpoint, bucket: Bucket, region, accessKeyId, secretAccessKey }: S3Location): FileStorage & { close(): void; ping(): Promise<void> } {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint: endpoint.href, forcePathStyle: true }),
    // Other stores than Amazon's store the SDK's trailing checksums as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK writes to the console otherwise.
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: SILENCE_MS },
  });

  return {
    async put({ name, body, size, mediaType }) {
      assertObjectName(name);
      const Body = body instanceof Uint8Array && body.byteLength === size ? body : objectBody({ body, size });
      const ended = new AbortController();
      // The SDK pipes the body without listening to its errors; an unheard one ends the process.
      if (Body instanceof Readable) Body.once('error', (error) => ended.abort(error));
      try {
        await client.send(new PutObjectCommand({ Bucket, Key: name, Body, ContentLength: size, ContentType: mediaType }), { abortSignal: ended.signal });
      } catch (error) {
        throw ended.signal.aborted ? ended.signal.reason : error;
      }
    },

    async read(name, range) {
      assertObjectName(name);
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key: name, ...(Range && { Range }) })));
      return (found?.Body as Readable | undefined) ?? null;
    },

    async stat(name) {
      assertObjectName(name);
      const found = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key: name })));
      return found && { name, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
    },

    async remove(name) {
      assertObjectName(name);
      await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
    },

    async *list(Prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }));
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key !== undefined) yield { name: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    // Single puts leave no parts behind.
    forgetUnfinished: () => Promise.resolve(),

    async ping() {
      await client.send(new HeadBucketCommand({ Bucket }));
    },
    close: () => client.destroy(),
  };
}

function silent(): void {}

export function isRefusedByStore(error: unknown): boolean {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status !== undefined && status >= 300 && status < 500;
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  }
}
