import { createSemaphore, type Semaphore, type SemaphoreBound } from './semaphore.server.ts';

/** Limits keep waiting below proxies' timeouts, and leave time to send a form. */
export const HEAVY_WORK = {
  sheets: { atOnce: 2, maxWaiting: 8, maxWaitMs: 30_000 },
  drawings: { atOnce: 1, maxWaiting: 16, maxWaitMs: 30_000 },
  longForms: { atOnce: 2, maxWaiting: 20, maxWaitMs: 5_000 },
  images: { atOnce: 2, maxWaiting: 20 },
  pdfs: { atOnce: 1, maxWaiting: 20 },
  seating: { atOnce: 1, maxWaiting: 8, maxWaitMs: 60_000 },
} as const satisfies Record<string, SemaphoreBound>;

export type HeavyWork = keyof typeof HEAVY_WORK;
export type ConcurrencyLimits = Readonly<Record<HeavyWork, Semaphore>>;

export function createConcurrencyLimits({ timeoutFactor = 1 }: { timeoutFactor?: number } = {}): ConcurrencyLimits {
  const semaphoreOf = (work: HeavyWork): Semaphore => {
    const bound: SemaphoreBound = HEAVY_WORK[work];
    return createSemaphore({ ...bound, ...(bound.maxWaitMs !== undefined && { maxWaitMs: bound.maxWaitMs * timeoutFactor }) });
  };
  return { sheets: semaphoreOf('sheets'), drawings: semaphoreOf('drawings'), longForms: semaphoreOf('longForms'), images: semaphoreOf('images'), pdfs: semaphoreOf('pdfs'), seating: semaphoreOf('seating') };
}
