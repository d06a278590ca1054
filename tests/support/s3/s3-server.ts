import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { S3Location } from '#app/platform/adapters/storage/s3-storage.server.ts';

import { startChild } from '../process/child-process.ts';

export interface S3Server {
  place: S3Location;
  close(): Promise<void>;
}

const BUCKET = 'comboi';
const PROGRAM = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
/** It writes DES into the tokens of its lists, which OpenSSL 3 calls legacy. */
const OLD_CIPHERS = '--openssl-legacy-provider';

/** A real server that speaks S3, in a process of its own, with one empty bucket. */
export async function anS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'comboi-s3-'));
  const child = startChild(process.execPath, [OLD_CIPHERS, PROGRAM, '-d', directory, '-a', '127.0.0.1', '-p', '0', '-s', '--configure-bucket', BUCKET], { cwd: directory });
  const [, port] = await child.says(/listening on 127\.0\.0\.1:(\d+)/);
  return {
    // The keys are those it knows.
    place: { endpoint: new URL(`http://127.0.0.1:${port}`), bucket: BUCKET, region: 'eu-south-2', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async close() {
      child.send('SIGKILL');
      await child.ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What a server under test needs to keep its files there. */
export function s3Env({ place }: S3Server): Record<string, string> {
  return {
    S3_ENDPOINT: place.endpoint!.origin,
    S3_BUCKET: place.bucket,
    S3_REGION: place.region,
    S3_ACCESS_KEY_ID: place.accessKeyId,
    S3_SECRET_ACCESS_KEY: place.secretAccessKey,
  };
}
