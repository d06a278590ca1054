import type { TestCase, TestModule } from 'vitest/node';

import { faultCatalogue } from './fault-catalogue.ts';

/** One line for each row of docs/faults.md of which this run has played anything: tests, runs, what the doctor found, figures. */
export function faultTable(modules: readonly TestModule[]): string[] {
  const lines = faultCatalogue().flatMap(({ row, what, tests }) => {
    const files = modules.filter(({ relativeModuleId }) => tests.some(({ file }) => file === relativeModuleId));
    const played = files.flatMap((module) => [...module.children.allTests()].filter((test) => isOf(test, tests) && test.result().state !== 'skipped'));
    if (played.length === 0) return [];
    const failed = played.filter((test) => test.result().state === 'failed').length;
    const runs = played.reduce((sum, test) => sum + (test.meta().runs ?? 1), 0);
    const visits = [...played.map((test) => test.meta().doctor), ...files.map((module) => module.meta().doctor)].flatMap((visit) => visit ?? []);
    const figures = [...new Set(played.flatMap((test) => test.meta().figures ?? []).filter((figure) => new RegExp(`^([A-Z]\\d+,? )*${row}\\b`).test(figure)))];
    const found = visits.length === 0 ? '–' : `${visits.reduce((sum, { violations }) => sum + violations, 0)} of ${visits.length} visits`;
    return [[row.padEnd(4), what, `${played.length} tests${failed > 0 ? `, ${failed} FAILED` : ''}`, `${runs} runs`, `violations ${found}`, figures.map((figure) => figure.replace(/^([A-Z]\d+,? )+/, '')).join('; ')].filter((cell) => cell !== '').join(' | ')];
  });
  return lines;
}

function isOf(test: TestCase, tests: readonly { file: string; named: string }[]): boolean {
  return tests.some(({ file, named }) => file === test.module.relativeModuleId && test.fullName.includes(named));
}
