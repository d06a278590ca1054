import { inject, TestRunner } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    soak: boolean;
  }
  interface TaskMeta {
    figures?: string[];
    /** How often its case was played. */
    runs?: number;
    /** The doctor's visits. */
    doctor?: Visit[];
  }
}

interface Visit {
  violations: number;
}

/** How often a case is played: a few times in `npm test`, the whole count in `npm run soak`. */
export function count(times: { test: number; soak: number }): number {
  const runs = inject('soak') ? times.soak : times.test;
  const meta = TestRunner.getCurrentTest()?.meta;
  if (meta) meta.runs = Math.max(meta.runs ?? 1, runs);
  return runs;
}

/** Of cases that differ little, the first; all of them in a soak. */
export function soakCases<Case>(cases: readonly Case[], played = 1): readonly Case[] {
  return inject('soak') ? cases : cases.slice(0, played);
}

const unclaimed: Visit[] = [];

/** Notes what the doctor found: of the test that runs, or of its file where none does. */
export function examined(violations: number): void {
  const meta = TestRunner.getCurrentTest()?.meta;
  if (meta) meta.doctor = [...(meta.doctor ?? []), { violations }];
  else unclaimed.push({ violations });
}

/** The visits that were no single test's, to be noted with their file. */
export function takeVisits(): Visit[] {
  return unclaimed.splice(0);
}

/** What a test measured, printed at the end of the run: `figure('A1 seats sold', '100 of 100')`. Asserts nothing. */
export function figure(name: string, value: string | number): void {
  const meta = TestRunner.getCurrentTest()?.meta;
  if (!meta) throw new Error('a figure belongs to a test');
  meta.figures = [...(meta.figures ?? []), `${name}: ${value}`];
}
