import { writeFile } from 'node:fs/promises';

import type { Reporter, TestModule } from 'vitest/node';

/** Names the file that takes the journeys to play again: those that failed, one a line, when nothing else did. */
export const FAILED_JOURNEYS = 'COMBOI_FAILED_JOURNEYS';

interface Sum {
  passed: number;
  failed: number;
  skipped: number;
  /** What a test measured, and the projects that measured the same. */
  figures: Map<string, string[]>;
  /** Project, file and name of what failed, with the first line of its reason. */
  failures: string[];
}

/**
 * Ends a run with what its tests measured, what failed, and one plain line that any log reader understands: whoever
 * keeps only the end of a long log still learns which test it was.
 */
export default class ClosingLine implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], errorsOutsideTests: readonly unknown[]): Promise<void> {
    const { figures, failures, ...counts } = sumUp(modules);
    const measured = [...figures].map(([figure, projects]) => `${figure} (${projects.join(', ')})`);
    if (measured.length > 0) console.log(`\nFigures\n  ${measured.toSorted().join('\n  ')}`);
    if (failures.length > 0) console.log(`\nFailed\n  ${failures.join('\n  ')}`);
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    const list = process.env[FAILED_JOURNEYS];
    if (list !== undefined && errorsOutsideTests.length === 0) await writeFile(list, journeysToPlayAgain(modules).join('\n'));
  }
}

function journeysToPlayAgain(modules: readonly TestModule[]): string[] {
  const failed = modules.filter((module) => !module.ok());
  return failed.every(({ project }) => project.name === 'journeys') ? failed.map((module) => module.relativeModuleId) : [];
}

function sumUp(modules: readonly TestModule[]): Sum {
  const sum: Sum = { passed: 0, failed: 0, skipped: 0, figures: new Map(), failures: [] };
  function fail(where: string, errors: readonly { message: string }[] | undefined): void {
    sum.failed += 1;
    sum.failures.push(`${where}: ${errors?.[0]?.message.split('\n')[0] ?? 'no reason given'}`);
  }
  for (const module of modules) {
    const file = `${module.project.name} · ${module.relativeModuleId}`;
    // A file that could not even be loaded, or whose set-up broke, is a failure, whatever its tests would have said.
    for (const part of [module, ...module.children.allSuites()]) {
      if (part.errors().length > 0) fail(part.type === 'module' ? file : `${file} · ${part.name}`, part.errors());
    }
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'failed') fail(`${file} · ${test.fullName}`, errors);
      else if (state !== 'pending') sum[state] += 1;
      for (const one of test.meta().figures ?? []) {
        sum.figures.set(one, [...(sum.figures.get(one) ?? []), test.project.name]);
      }
    }
  }
  return sum;
}
