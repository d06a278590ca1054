import { afterAll } from 'vitest';

import { takeVisits } from './counts.ts';

// Registered first, and so the last to run.
// oxlint-disable-next-line no-empty-pattern -- Vitest reads from it which fixtures are wanted
afterAll(({}, suite) => {
  suite.file.meta.doctor = takeVisits();
});
