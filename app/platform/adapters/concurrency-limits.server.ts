import { createSemaphore, type Semaphore, type SemaphoreBound } from './semaphore.server.ts';

/** What is dear to make or to take, and how much of it a process does at once. Nobody waits until the connection is cut off for its silence, nor a form until there is no time left to send it. */
export const HEAVY_WORK = {
  /** Lists as CSV or workbook, until they are read to their end. */
  sheets: { atOnce: 2, maxWaiting: 8, maxWaitMs: 30_000 },
  /** What the renderer draws for who waits for it; some seconds of drawing. */
  drawings: { atOnce: 1, maxWaiting: 16, maxWaitMs: 30_000 },
  /** Forms that are held in memory, with their files. */
  longForms: { atOnce: 2, maxWaiting: 20, maxWaitMs: 5_000 },
  images: { atOnce: 2, maxWaiting: 20 },
  pdfs: { atOnce: 1, maxWaiting: 20 },
} as const satisfies Record<string, SemaphoreBound>;

export type HeavyWork = keyof typeof HEAVY_WORK;
export type ConcurrencyLimits = Readonly<Record<HeavyWork, Semaphore>>;

/** `timeoutFactor`: tests on a busy machine wait longer. */
export function createConcurrencyLimits({ timeoutFactor = 1 }: { timeoutFactor?: number } = {}): ConcurrencyLimits {
  const turnsOf = (work: HeavyWork): Semaphore => {
    const bound: SemaphoreBound = HEAVY_WORK[work];
    return createSemaphore({ ...bound, ...(bound.maxWaitMs !== undefined && { maxWaitMs: bound.maxWaitMs * timeoutFactor }) });
  };
  return { sheets: turnsOf('sheets'), drawings: turnsOf('drawings'), longForms: turnsOf('longForms'), images: turnsOf('images'), pdfs: turnsOf('pdfs') };
}
