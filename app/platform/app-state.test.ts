import { expect, test } from 'vitest';

import { createAppState, NO_STATE, stateKey } from './app-state.server.ts';

const counts = stateKey<Map<string, number>>('counts');
const names = stateKey<string[]>('names');

test('two apps of one process keep nothing in common', () => {
  const [one, other] = [createAppState(), createAppState()];
  for (const app of [one, other]) app.open([counts.opened(new Map())]);
  one.get(counts).set('a', 1);
  expect([one.get(counts).size, other.get(counts).size]).toEqual([1, 0]);
});

test('what was opened last is closed first, and once', () => {
  const app = createAppState();
  const closed: string[] = [];
  app.open([counts.opened(new Map(), () => closed.push('counts')), names.opened([], () => closed.push('names'))]);
  app.close();
  app.close();
  expect(closed).toEqual(['names', 'counts']);
});

test('what nobody opened, and a name for two things, is a mistake of ours and says so', () => {
  const app = createAppState();
  expect(() => app.get(names)).toThrow('no feature has opened: names');
  expect(() => NO_STATE.get(names)).toThrow('no app is open to keep: names');
  app.open([names.opened([])]);
  expect(() => app.open([names.opened([])])).toThrow('two features keep something by one name: names');
});
