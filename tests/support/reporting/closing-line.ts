import { writeFile } from 'node:fs/promises';

import type { Reporter, SerializedError, TestModule } from 'vitest/node';

import { Durations } from './durations.ts';
import { faultTable } from './fault-table.ts';

/** Names the file that takes the journeys to play again, as a list of `FailedTest`: those that failed, when nothing else did. */
export const FAILED_JOURNEYS = 'COMBOI_FAILED_JOURNEYS';

export interface FailedTest {
  project: string;
  file: string;
  /** Null: the file could not even be loaded, or its set-up broke. */
  test: string | null;
  /** The first line of the error. */
  reason: string;
}

interface Sum {
  passed: number;
  failed: number;
  skipped: number;
  /** What a test measured, and the projects that measured the same. */
  figures: Map<string, string[]>;
  failures: FailedTest[];
}

/**
 * Ends a run with what its tests measured, how long they took, what failed, and one plain line that any log reader
 * understands: whoever keeps only the end of a long log still learns which test it was.
 */
export default class ClosingLine implements Reporter {
  #durations = new Durations();

  onTestModuleQueued(module: TestModule): void {
    this.#durations.begin(module);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#durations.end(module);
  }

  async onTestRunEnd(modules: readonly TestModule[], errorsOutsideTests: readonly SerializedError[]): Promise<void> {
    const { figures, failures, ...counts } = sumUp(modules);
    const outside = errorsOutsideTests.map((error) => outsideOf(modules, error));
    const all = [...failures, ...outside];
    print('Faults (docs/faults.md)', faultTable(modules));
    print('Figures', [...figures].map(([figure, projects]) => `${figure} (${projects.join(', ')})`).toSorted());
    print('Durations', this.#durations.projects());
    print('Slowest files', this.#durations.slowestFiles());
    print('Failed', all.map(describeFailure));
    const errors = outside.length === 0 ? '' : `, errors outside tests: ${outside.length}`;
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${errors}`);
    const list = process.env[FAILED_JOURNEYS];
    const canPlayAgain = all.every(({ project }) => project === 'journeys');
    if (list !== undefined && canPlayAgain) await writeFile(list, JSON.stringify(all));
  }
}

/** A promise that failed while nobody waited for it, by the file that was played then: it ends the run red though every test passed. */
function outsideOf(modules: readonly TestModule[], error: SerializedError): FailedTest {
  const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } = error as { VITEST_TEST_PATH?: string; VITEST_TEST_NAME?: string };
  const module = modules.find(({ moduleId }) => moduleId === path);
  const [reason, ...stack] = (error.stack ?? error.message).split('\n');
  const origin = stack.find((line) => line.includes('/tests/') || line.includes('/app/'))?.trim();
  return { project: module?.project.name ?? 'no project', file: module?.relativeModuleId ?? 'no file', test: test ?? null, reason: `outside tests: ${[reason, origin].filter((part) => part !== undefined).join(' ')}` };
}

export function describeFailure({ project, file, test, reason }: FailedTest): string {
  return `${[project, file, test].filter((part) => part !== null).join(' · ')}: ${reason}`;
}

function print(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}\n  ${lines.join('\n  ')}`);
}

function sumUp(modules: readonly TestModule[]): Sum {
  const sum: Sum = { passed: 0, failed: 0, skipped: 0, figures: new Map(), failures: [] };
  for (const module of modules) {
    const fail = (test: string | null, errors: readonly { message: string }[] | undefined): void => {
      sum.failed += 1;
      sum.failures.push({ project: module.project.name, file: module.relativeModuleId, test, reason: errors?.[0]?.message.split('\n')[0] ?? 'no reason given' });
    };
    if (module.errors().length > 0) fail(null, module.errors());
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) fail(suite.name, suite.errors());
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'failed') fail(test.fullName, errors);
      else if (state !== 'pending') sum[state] += 1;
      for (const one of test.meta().figures ?? []) {
        sum.figures.set(one, [...(sum.figures.get(one) ?? []), test.project.name]);
      }
    }
  }
  return sum;
}
