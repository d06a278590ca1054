import type { Readable } from 'node:stream';

import { HEAVY_WORK } from '../concurrency-limits.server.ts';
import type { Logger } from '../log.server.ts';
import { createSemaphore, type Semaphore } from '../semaphore.server.ts';

import { ChildJobFailed, type JobLimits, runChildJob } from './child-job.server.ts';

export interface PdfReader {
  /** Rejects only when the input can't be read to its end. */
  read(pdf: Readable | Uint8Array): Promise<PdfOutcome>;
  draw(pdf: Readable | Uint8Array, pages: PagesToDraw): Promise<DrawnPages | { refused: 'busy' | 'ended' }>;
}

export type PdfOutcome = { read: PdfContent } | { refused: PdfRefusal };

/** `interrupted`: its reader was ended, or ran out of time. */
export type PdfRefusal = 'locked' | 'unreadable' | 'busy' | 'interrupted';

export interface PdfContent {
  pageCount: number;
  /** At most the first `MAX_READ_PAGES`; empty where a page has no text layer. */
  pages: string[];
  cover: CoverImage[];
}

export interface PagesToDraw {
  first: number;
  last: number;
  ending: AbortSignal;
}

export interface DrawnPages {
  drawn: PageImage[];
  /** The last page tried: one that kills its drawer is skipped next time, so that each try gets further. */
  reached: number;
}

export interface PdfImage {
  mediaType: `image/${'webp' | 'jpeg'}`;
  width: number;
  height: number;
  bytes: Uint8Array;
}

interface CoverImage extends PdfImage {
  variant: 'cover' | 'thumb' | 'preview';
}

export interface PageImage extends PdfImage {
  page: number;
}

export type PdfAnswer = { pageCount: number } | { text: string } | { cover: CoverImage } | { tried: number; image: PdfImage | null } | { refused: Exclude<PdfRefusal, 'busy' | 'interrupted'> };

export const MAX_READ_PAGES = 1_000;
const LIMITS: JobLimits = { timeMs: 120_000, heapMb: 384, memoryMb: 768 };

const CHILD = new URL(import.meta.url.endsWith('.js') ? './pdf-reader.child.js' : './pdf-reader.child.server.ts', import.meta.url);

export function createPdfReader({ log, limits = LIMITS, semaphore = createSemaphore(HEAVY_WORK.pdfs) }: { log: Logger; limits?: JobLimits; semaphore?: Semaphore }): PdfReader {
  async function runChild({ pdf, args, onAnswer, signal }: { pdf: Readable | Uint8Array; args: readonly string[]; onAnswer: (answer: PdfAnswer) => void; signal?: AbortSignal }): Promise<'whole' | ChildJobFailed['why']> {
    try {
      await runChildJob({ script: CHILD, input: pdf, args, limits, ...(signal && { signal }), onMessage: (message) => onAnswer(message as PdfAnswer) });
      return 'whole';
    } catch (error) {
      if (!(error instanceof ChildJobFailed)) throw error;
      if (signal?.aborted !== true) log.warn({ err: error }, 'a PDF could not be read');
      return error.why;
    }
  }

  async function readInChild(pdf: Readable | Uint8Array): Promise<PdfOutcome> {
    const content: PdfContent = { pageCount: 0, pages: [], cover: [] };
    let refused: PdfRefusal | null = null;
    const onAnswer = (answer: PdfAnswer): void => {
      if ('pageCount' in answer) content.pageCount = answer.pageCount;
      else if ('text' in answer) content.pages.push(answer.text);
      else if ('cover' in answer) content.cover.push(answer.cover);
      else if ('refused' in answer) refused = answer.refused;
    };
    const end = await runChild({ pdf, args: ['read'], onAnswer });
    if (end !== 'whole') refused = end === 'crashed' ? 'unreadable' : 'interrupted';
    return refused === null ? { read: content } : { refused };
  }

  async function drawInChild(pdf: Readable | Uint8Array, { first, last, ending }: PagesToDraw): Promise<DrawnPages | { refused: 'busy' | 'ended' }> {
    if (ending.aborted) return { refused: 'ended' };
    const drawn: PageImage[] = [];
    let tried = first - 1;
    const onAnswer = (answer: PdfAnswer): void => {
      if (!('tried' in answer)) return;
      tried = answer.tried;
      if (answer.image !== null) drawn.push({ page: answer.tried, ...answer.image });
    };
    const end = await runChild({ pdf, args: ['draw', String(first), String(last)], onAnswer, signal: ending });
    if (end !== 'whole' && ending.aborted) return { refused: 'ended' };
    if (end === 'killed' && drawn.length === 0) return { refused: 'busy' };
    return { drawn, reached: end === 'whole' ? last : Math.max(first, tried) };
  }

  return {
    async read(pdf) {
      return (await semaphore.take(() => readInChild(pdf))) ?? { refused: 'busy' };
    },
    async draw(pdf, pages) {
      return (await semaphore.take(() => drawInChild(pdf, pages))) ?? { refused: 'busy' };
    },
  };
}
