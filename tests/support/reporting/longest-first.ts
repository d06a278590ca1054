import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Journeys that wait for clocks and networks begin beside the walks, which compute. */
const LONG_JOURNEYS = ['forms/staff-forms', 'door/without-network', 'payment', 'stripe/after-paying', 'door/readiness', 'order/edited-event', 'forms/public-forms', 'accessibility/pages', 'large-text', 'first-visit'];

/** Short to read and long to play: what begins last must not be one of them. A fresh checkout knows no more of a file than its size. */
const LONG = [
  'tests/faults/slow-clients',
  'tests/faults/crowds',
  'tests/faults/reminders-under-fault',
  'tests/faults/door-restart',
  'tests/faults/process',
  'app/platform/http/every-route.app',
  'tests/races/till',
  'tests/races/offline-scans',
  ...LONG_JOURNEYS.map((name) => `tests/journeys/${name}`),
];

/** As long as all others of their group together, which so end beside them. */
const LONGEST = ['tests/faults/hours', 'tests/simulation/simulation', 'app/features/door/scanner.app', 'tests/simulation/mutants', 'tests/faults/orders-under-fault'];

/** Vitest's order, but for long files, which come first in their project, and the longest, which come first of all. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Vitest's own, of that name.
    // oxlint-disable-next-line unicorn/no-array-sort
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return byRank([...projects.values()].flatMap((own) => byRank(own, LONG)), LONGEST);
  }
}

function byRank(files: readonly TestSpecification[], names: readonly string[]): TestSpecification[] {
  return files.toSorted((one, other) => rankOf(one, names) - rankOf(other, names));
}

function rankOf({ moduleId }: TestSpecification, names: readonly string[]): number {
  const rank = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return rank === -1 ? names.length : rank;
}
