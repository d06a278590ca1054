import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { createImageEncoder, type EncodeOutcome, type ImageEncoder } from '#app/platform/adapters/media/image-encoder.server.ts';
import type { Logger } from '#app/platform/adapters/log.server.ts';
import type { Semaphore } from '#app/platform/adapters/semaphore.server.ts';

import { ofProcess } from './of-process.ts';

const known = ofProcess('images of tests', () => new Map<string, EncodeOutcome>());

/** Waits and refuses as the encoder itself, which takes a process and a second for each picture: tests upload the same few in turn. */
export function rememberingEncoder({ log, semaphore }: { log: Logger; semaphore: Semaphore }): ImageEncoder {
  const encoder = createImageEncoder({ log, semaphore });
  return {
    async encode(image) {
      const bytes = image instanceof Uint8Array ? image : await buffer(image);
      const key = createHash('sha256').update(bytes).digest('hex');
      const before = known.get(key);
      const outcome = before === undefined ? await encoder.encode(bytes) : ((await semaphore.take(async () => before)) ?? { refused: 'busy' });
      if ('encoded' in outcome) known.set(key, outcome);
      return structuredClone(outcome);
    },
  };
}
