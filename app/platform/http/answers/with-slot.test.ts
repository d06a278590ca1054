import { expect, onTestFinished, test, vi } from 'vitest';

import { createSemaphore } from '#app/platform/adapters/semaphore.server.ts';

import { answerWithSlot } from './with-slot.server.ts';

test('an answer that nobody reads to its end is broken off, so that it does not look whole, and its turn is free', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const semaphore = createSemaphore({ atOnce: 1, maxWaiting: 0 });
  const onlyBegun = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode('first row')) });
  const answer = await answerWithSlot(semaphore, { request: new Request('http://localhost/list.csv'), busy: 'later' }, () => new Response(onlyBegun));
  const whole = expect(answer.text()).rejects.toThrow('too long');
  expect(semaphore.count().working).toBe(1);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await whole;
  expect(semaphore.count()).toEqual({ working: 0, waiting: 0 });
});
