import { expect, test } from 'vitest';

import { subscriptionStore } from './use-subscription.ts';

test('the last value is read until the listener leaves, and what comes after it is dropped', () => {
  let send: (value: string) => void = () => undefined;
  let ending: AbortSignal | undefined;
  const store = subscriptionStore<string>((emit, signal) => {
    send = emit;
    ending = signal;
  });
  let changes = 0;
  expect(store.read()).toBeNull();
  const leave = store.subscribe(() => (changes += 1));
  send('one');
  send('two');
  expect([store.read(), changes]).toEqual(['two', 2]);
  leave();
  send('three');
  expect([store.read(), changes, ending?.aborted]).toEqual(['two', 2, true]);
});

test('a value emitted while subscribing is there at once', () => {
  const store = subscriptionStore<number>((emit) => emit(7));
  store.subscribe(() => undefined);
  expect(store.read()).toBe(7);
});
