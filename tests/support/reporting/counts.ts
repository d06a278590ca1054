import { inject, TestRunner } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    soak: boolean;
  }
  interface TaskMeta {
    figures?: string[];
  }
}

/** How often a case is played: a few times in `npm test`, the whole count in `npm run soak`. */
export function count(times: { test: number; soak: number }): number {
  return inject('soak') ? times.soak : times.test;
}

/** What a test measured, printed at the end of the run: `figure('A1 seats sold', '100 of 100')`. Asserts nothing. */
export function figure(name: string, value: string | number): void {
  const meta = TestRunner.getCurrentTest()?.meta;
  if (!meta) throw new Error('a figure belongs to a test');
  meta.figures = [...(meta.figures ?? []), `${name}: ${value}`];
}
