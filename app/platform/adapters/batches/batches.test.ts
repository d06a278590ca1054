import { describe, expect, test } from 'vitest';

import { createBatches } from './batches.server.ts';

interface Bed {
  batches: string[][];
  release: (() => void)[];
}

function aBed(options: { maxItems?: number; maxMs?: number; ms?: () => number; fails?: (item: string) => boolean; failsAll?: boolean } = {}) {
  const bed: Bed = { batches: [], release: [] };
  let now = 0;
  const join = createBatches<string, string, string>({
    maxItems: options.maxItems ?? 10,
    maxMs: options.maxMs ?? 1_000,
    monotonicNow: () => now,
    failsAll: () => options.failsAll ?? false,
    async run(_key, items) {
      bed.batches.push([...items]);
      if (bed.release.length < 1) await new Promise<void>((resolve) => bed.release.push(resolve));
      now += options.ms?.() ?? 0;
      if (items.some((item) => options.fails?.(item))) throw new Error('spoilt');
      return items.map((item) => item.toUpperCase());
    },
  });
  return { ...bed, join, async settle() {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    bed.release[0]?.();
  } };
}

test('alone, an item waits for nobody; what comes meanwhile goes together, in the order of arrival', async () => {
  const bed = aBed();
  const first = bed.join('event', 'a');
  await new Promise(setImmediate);
  const rest = ['b', 'c', 'd'].map(async (item) => bed.join('event', item));
  await bed.settle();
  expect(await Promise.all([first, ...rest])).toEqual(['A', 'B', 'C', 'D']);
  expect(bed.batches).toEqual([['a'], ['b', 'c', 'd']]);
});

test('things that are not the same do not wait for one another', async () => {
  const bed = aBed();
  const held = bed.join('one', 'a');
  await new Promise(setImmediate);
  expect(await bed.join('other', 'b')).toBe('B');
  await bed.settle();
  expect(await held).toBe('A');
});

test('a batch is bounded in items', async () => {
  const bed = aBed({ maxItems: 2 });
  const all = ['a', 'b', 'c', 'd', 'e'].map(async (item) => bed.join('event', item));
  await bed.settle();
  await Promise.all(all);
  expect(bed.batches.map((batch) => batch.length)).toEqual([2, 2, 1]);
});

test('a batch that took too long makes the next ones smaller', async () => {
  const bed = aBed({ maxItems: 8, maxMs: 100, ms: () => 400 });
  const all = Array.from({ length: 12 }, async (_, at) => bed.join('event', String(at)));
  await bed.settle();
  await Promise.all(all);
  expect(bed.batches.map((batch) => batch.length)).toEqual([8, 2, 1, 1]);
});

describe('when a batch fails', () => {
  const items = ['a', 'bad', 'c'];

  async function outcomes(failsAll: boolean): Promise<string[]> {
    const bed = aBed({ fails: (item) => item === 'bad', failsAll });
    const all = items.map(async (item) => bed.join('event', item));
    await bed.settle();
    return (await Promise.allSettled(all)).map(({ status }) => status);
  }

  test('by the fault of one, the others get their answers all the same', async () => {
    expect(await outcomes(false)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('for a reason that none of them can help, it fails for all', async () => {
    expect(await outcomes(true)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  test('for such a reason, those who wait behind are told at once as well, and who comes afterwards is served', async () => {
    const bed = aBed({ maxItems: 1, fails: (item) => item === 'bad', failsAll: true });
    const all = ['bad', 'behind'].map(async (item) => bed.join('event', item));
    await bed.settle();
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(bed.batches).toEqual([['bad']]);
    expect(await bed.join('event', 'next')).toBe('NEXT');
  });
});

test('after a failure the line goes on', async () => {
  const bed = aBed({ fails: (item) => item === 'bad' });
  const failing = bed.join('event', 'bad');
  await bed.settle();
  await expect(failing).rejects.toThrow('spoilt');
  expect(await bed.join('event', 'next')).toBe('NEXT');
});
