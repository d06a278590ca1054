import type { Readable } from 'node:stream';

import type { ImageVariant } from '#app/domain/files/image-variants.ts';

import { HEAVY_WORK } from '../concurrency-limits.server.ts';
import type { Logger } from '../log.server.ts';
import { createSemaphore, type Semaphore } from '../semaphore.server.ts';

import { ChildJobFailed, type JobLimits, runChildJob } from './child-job.server.ts';

export interface ImageEncoder {
  /** Rejects only when the input can't be read to its end. */
  encode(image: Readable | Uint8Array): Promise<EncodeOutcome>;
}

export type EncodeOutcome = { encoded: EncodedImage[] } | { refused: ImageRefusal };

export type ImageRefusal = 'too_many_pixels' | 'unreadable' | 'busy';

export interface EncodedImage {
  variant: ImageVariant;
  mediaType: `image/${'webp' | 'jpeg'}`;
  width: number;
  height: number;
  bytes: Uint8Array;
}

export type ImageAnswer = { encoded: EncodedImage } | { refused: Exclude<ImageRefusal, 'busy'> };

/** Forty megapixels that can't be decoded in strips take 160 MB. */
const LIMITS: JobLimits = { timeMs: 30_000, heapMb: 64, memoryMb: 600 };

const CHILD = new URL(import.meta.url.endsWith('.js') ? './image-encoder.child.js' : './image-encoder.child.server.ts', import.meta.url);

export function createImageEncoder({ log, limits = LIMITS, semaphore = createSemaphore(HEAVY_WORK.images) }: { log: Logger; limits?: JobLimits; semaphore?: Semaphore }): ImageEncoder {
  async function encodeInChild(image: Readable | Uint8Array): Promise<EncodeOutcome> {
    const answers: ImageAnswer[] = [];
    try {
      await runChildJob({ script: CHILD, input: image, limits, onMessage: (message) => answers.push(message as ImageAnswer) });
    } catch (error) {
      if (!(error instanceof ChildJobFailed)) throw error;
      log.warn({ err: error }, 'an image could not be read');
      return { refused: error.why === 'crashed' ? 'unreadable' : 'busy' };
    }
    const refusal = answers.find((answer) => 'refused' in answer);
    return refusal ?? { encoded: answers.flatMap((answer) => ('encoded' in answer ? [answer.encoded] : [])) };
  }

  return {
    async encode(image) {
      return (await semaphore.take(() => encodeInChild(image))) ?? { refused: 'busy' };
    },
  };
}
