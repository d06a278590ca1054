import { expect, test } from 'vitest';

import { type PartState, READY_PARTS, readinessOf, type ReadyParts } from './readiness.ts';

const ALL: ReadyParts = { list: 'stored', page: 'stored', decoder: 'stored' };

test('a phone is ready when list, page and decoder are kept, and in no other case', () => {
  const states: PartState[] = ['stored', 'coming', 'failed', 'impossible', 'renewed'];
  const every = states.flatMap((list) => states.flatMap((page) => states.map((decoder): ReadyParts => ({ list, page, decoder }))));
  expect(every.filter((parts) => readinessOf(parts, 'in').isReady)).toEqual([ALL]);
});

test('what is missing is told by what would happen, the worst first', () => {
  const missing = (parts: Partial<ReadyParts>): string | null => readinessOf({ ...ALL, ...parts }, 'in').warning;
  expect(missing({ list: 'failed', page: 'failed', decoder: 'failed' })).toContain('no podrà dir qui passa');
  expect(missing({ page: 'coming', decoder: 'failed' })).toContain('no tornaria a obrir-se');
  expect(missing({ decoder: 'impossible' })).toContain('caldrà un lector');
  expect(missing({})).toBeNull();
});

test('going out and serving need the network whatever the phone holds', () => {
  expect([readinessOf(ALL, 'out'), readinessOf(ALL, 'serve')].map(({ isReady, title }) => [isReady, title])).toEqual([
    [false, 'Per a eixir cal cobertura'],
    [false, 'Per a servir cal cobertura'],
  ]);
  expect(READY_PARTS.map((part) => readinessOf({ ...ALL, [part]: 'coming' }, 'serve').title)).toEqual(['Encara no', 'Encara no', 'Encara no']);
});
