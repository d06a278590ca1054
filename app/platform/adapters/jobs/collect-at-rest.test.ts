import { expect, test } from 'vitest';

import { collectAtRest } from './collect-at-rest.server.ts';

const MB = 1024 * 1024;

test('memory is given back once after each busy time, and never in it', async () => {
  const process = { mb: 140, utilization: 0.6, collections: 0 };
  const look = collectAtRest({
    residentBytes: () => process.mb * MB,
    utilization: () => process.utilization,
    async collect() {
      process.collections += 1;
      process.mb = 115;
    },
  });
  await look();
  expect(process.collections).toBe(0);
  process.utilization = 0.01;
  await look();
  await look();
  expect(process).toMatchObject({ collections: 1, mb: 115 });
  process.mb += 4;
  await look();
  expect(process.collections).toBe(1);
  Object.assign(process, { mb: 180, utilization: 0.4 });
  await look();
  expect(process.collections).toBe(1);
  process.utilization = 0.02;
  await look();
  expect(process).toMatchObject({ collections: 2, mb: 115 });
});
