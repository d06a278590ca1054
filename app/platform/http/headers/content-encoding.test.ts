import { expect, test } from 'vitest';

import { encodingFor } from './content-encoding.server.ts';

test.for([
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.8', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip; q=0.000, br ;q=0', 'identity'],
  ['br;q=0.05', 'br'],
  ['brotli, x-gzipped', 'identity'],
] as const)('whoever accepts "%s" gets %s', ([accepted, encoding]) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
