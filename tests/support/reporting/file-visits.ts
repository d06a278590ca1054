import { afterAll } from 'vitest';

import { takeVisits } from './counts.ts';

// Registered first, and so the last to run.
afterAll((_context, suite) => {
  suite.file.meta.doctor = takeVisits();
});
