import type { Readable } from 'node:stream';

import type { Logger } from '../log.server.ts';

import { ChildJobFailed, type JobLimits, runChildJob } from './child-job.server.ts';
import { createTurns } from './turns.server.ts';

export interface PdfReader {
  /** Rejects only when the input can't be read to its end. */
  read(pdf: Readable | Uint8Array): Promise<PdfOutcome>;
}

export type PdfOutcome = { read: PdfContent } | { refused: PdfRefusal };

/** `locked`: it opens with a password only. */
export type PdfRefusal = 'locked' | 'unreadable' | 'busy';

export interface PdfContent {
  pageCount: number;
  /** At most the first `MAX_READ_PAGES`; empty where a page has no text layer. */
  pages: string[];
  /** WebP for our pages, JPEG for link previews. Empty when the first page can't be drawn. */
  cover: CoverImage[];
}

export interface CoverImage {
  /** For a reader that has not drawn the page yet, for lists, for link previews. */
  variant: 'cover' | 'thumb' | 'preview';
  mediaType: `image/${'webp' | 'jpeg'}`;
  width: number;
  height: number;
  bytes: Uint8Array;
}

export type PdfAnswer = { pageCount: number } | { text: string } | { cover: CoverImage } | { refused: Exclude<PdfRefusal, 'busy'> };

export const MAX_READ_PAGES = 1_000;
const LIMITS: JobLimits = { timeMs: 120_000, heapMb: 384, memoryMb: 768 };
const MAX_WAITING = 20;

const CHILD = new URL(import.meta.url.endsWith('.js') ? './pdf-reader.child.js' : './pdf-reader.child.server.ts', import.meta.url);

export function createPdfReader({ log, limits = LIMITS }: { log: Logger; limits?: JobLimits }): PdfReader {
  const turns = createTurns({ atOnce: 1, maxWaiting: MAX_WAITING });

  async function readInChild(pdf: Readable | Uint8Array): Promise<PdfOutcome> {
    const content: PdfContent = { pageCount: 0, pages: [], cover: [] };
    let refused: PdfRefusal | null = null;
    const onMessage = (message: unknown): void => {
      const answer = message as PdfAnswer;
      if ('pageCount' in answer) content.pageCount = answer.pageCount;
      else if ('text' in answer) content.pages.push(answer.text);
      else if ('cover' in answer) content.cover.push(answer.cover);
      else refused = answer.refused;
    };
    try {
      await runChildJob({ script: CHILD, input: pdf, limits, onMessage });
    } catch (error) {
      if (!(error instanceof ChildJobFailed)) throw error;
      log.warn({ err: error }, 'a PDF could not be read');
      refused = 'unreadable';
    }
    return refused === null ? { read: content } : { refused };
  }

  return {
    async read(pdf) {
      return (await turns.take(() => readInChild(pdf))) ?? { refused: 'busy' };
    },
  };
}
