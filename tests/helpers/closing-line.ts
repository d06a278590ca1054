import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with what its tests measured and one plain line that any log reader understands. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const figures: string[] = [];
    for (const module of modules) {
      // A file that could not even be loaded is a failure, whatever its tests would have said.
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state] += 1;
        for (const one of test.meta().figures ?? []) figures.push(`${one} (${test.project.name})`);
      }
    }
    if (figures.length > 0) console.log(`\nFigures\n  ${figures.toSorted().join('\n  ')}`);
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
