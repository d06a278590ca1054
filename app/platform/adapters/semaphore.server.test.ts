import { expect, onTestFinished, test, vi } from 'vitest';

import { createSemaphore } from './semaphore.server.ts';

test('as many as there are work, so many wait in their order, and who comes then is turned away', async () => {
  const semaphore = createSemaphore({ atOnce: 2, maxWaiting: 2 });
  const begun: string[] = [];
  const ended = new Map<string, () => void>();
  const ask = (name: string): Promise<string | null> =>
    semaphore.take(() => {
      begun.push(name);
      return new Promise((resolve) => ended.set(name, () => resolve(name)));
    });
  const requests = ['a', 'b', 'c', 'd'].map(ask);
  expect(await ask('e')).toBeNull();
  expect([begun, semaphore.count()]).toEqual([['a', 'b'], { working: 2, waiting: 2 }]);
  for (const name of ['b', 'a', 'c', 'd']) {
    ended.get(name)!();
    await requests['abcd'.indexOf(name)];
    expect(semaphore.count().working).toBeLessThanOrEqual(2);
  }
  expect([begun, semaphore.count()]).toEqual([['a', 'b', 'c', 'd'], { working: 0, waiting: 0 }]);
});

test('a turn is given back once, also by work that fails', async () => {
  const semaphore = createSemaphore({ atOnce: 1, maxWaiting: 0 });
  await expect(semaphore.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const end = (await semaphore.enter())!;
  expect(await semaphore.enter()).toBeNull();
  end();
  const next = (await semaphore.enter())!;
  end();
  expect(semaphore.count()).toEqual({ working: 1, waiting: 0 });
  next();
  expect(semaphore.count()).toEqual({ working: 0, waiting: 0 });
});

test('who leaves while waiting makes room; who has left before does not come in', async () => {
  const semaphore = createSemaphore({ atOnce: 1, maxWaiting: 1 });
  const end = (await semaphore.enter())!;
  const leaving = new AbortController();
  const left = semaphore.enter({ signal: leaving.signal });
  expect(await semaphore.enter()).toBeNull();
  // As the server says it.
  leaving.abort('gone');
  const gone = { name: 'AbortError', message: 'gone' };
  await expect(left).rejects.toMatchObject(gone);
  await expect(semaphore.enter({ signal: leaving.signal })).rejects.toMatchObject(gone);
  const later = semaphore.enter();
  end();
  (await later)!();
  expect(semaphore.count()).toEqual({ working: 0, waiting: 0 });
});

test('some may be kept from taking all places', async () => {
  const semaphore = createSemaphore<string>({ atOnce: 1, maxWaiting: 4, mayWait: (who, waiting) => who === undefined || !waiting.includes(who) });
  const end = (await semaphore.enter())!;
  const waiting = [semaphore.enter({ who: 'one' }), semaphore.enter({ who: 'another' })];
  expect(await semaphore.enter({ who: 'one' })).toBeNull();
  waiting.push(semaphore.enter());
  end();
  for (const one of waiting) (await one)!();
  expect(semaphore.count()).toEqual({ working: 0, waiting: 0 });
});

test('nobody waits longer than is said, and whoever comes next has the place', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const semaphore = createSemaphore({ atOnce: 1, maxWaiting: 1, maxWaitMs: 1_000 });
  const end = (await semaphore.enter())!;
  const late = semaphore.enter();
  await vi.advanceTimersByTimeAsync(999);
  expect(semaphore.count()).toEqual({ working: 1, waiting: 1 });
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toBeNull();
  const next = semaphore.enter();
  end();
  (await next)!();
  expect(semaphore.count()).toEqual({ working: 0, waiting: 0 });
  expect(vi.getTimerCount()).toBe(0);
});
