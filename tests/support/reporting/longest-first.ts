import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short to read and long to play: what begins last must not be one of them. A fresh checkout knows no more of a file than its size. */
const LONG = ['faults/slow-clients', 'faults/crowds', 'faults/reminders-under-fault', 'journeys/forms/staff-forms', 'journeys/forms/public-forms', 'journeys/accessibility/pages', 'journeys/large-text', 'races/till', 'races/offline-scans'];

/** Vitest's order, but for long files, which come first in their project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Vitest's own, of that name.
    // oxlint-disable-next-line unicorn/no-array-sort
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => own.toSorted((one, other) => rankOf(one) - rankOf(other)));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return rank === -1 ? LONG.length : rank;
}
