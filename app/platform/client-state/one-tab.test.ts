import { expect, test } from 'vitest';

import { inOneTab } from './one-tab.ts';

const inOthers = (): Promise<void> => Promise.resolve();

test('a tab that left before its turn came follows nothing, and the next one may', async () => {
  const followed: string[] = [];
  const follow = (tab: string, signal: AbortSignal): Promise<void> => inOneTab('places', { signal, watch: async () => void followed.push(tab), inOthers });
  await follow('left', AbortSignal.abort());
  await follow('next', new AbortController().signal);
  expect(followed).toEqual(['next']);
});

test('one tab follows at a time, and the next takes over from it', async () => {
  const followed: string[] = [];
  const ended = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const first = inOneTab('counters', { signal, watch: async () => (followed.push('first'), ended.promise), inOthers });
  const second = inOneTab('counters', { signal, watch: async () => void followed.push('second'), inOthers: async () => void followed.push('asked') });
  await expect.poll(() => followed).toEqual(['first', 'asked']);
  ended.resolve();
  await Promise.all([first, second]);
  expect(followed).toEqual(['first', 'asked', 'second']);
});
