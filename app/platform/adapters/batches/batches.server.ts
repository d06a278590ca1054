import { performance } from 'node:perf_hooks';

export interface BatchWork<Key, Item, Answer> {
  maxItems: number;
  maxMs: number;
  run: (key: Key, items: readonly Item[]) => Promise<readonly Answer[]>;
  /** True: the error concerns no single item, so all that wait get it; else each is tried alone. */
  failsAll: (error: unknown) => boolean;
  monotonicNow?: () => number;
}

export type JoinBatch<Key, Item, Answer> = (key: Key, item: Item) => Promise<Answer>;

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Batches what waits for the same `key`, in order of arrival; a lone item waits for nothing. */
export function createBatches<Key, Item, Answer>(work: BatchWork<Key, Item, Answer>): JoinBatch<Key, Item, Answer> {
  const { monotonicNow = () => performance.now() } = work;
  const lines = new Map<Key, Waiting<Item, Answer>[]>();

  async function serve(key: Key, line: Waiting<Item, Answer>[]): Promise<void> {
    let size = work.maxItems;
    while (line.length > 0) {
      const batch = line.splice(0, size);
      const startedAt = monotonicNow();
      await runBatch(work, { key, batch, line });
      const took = monotonicNow() - startedAt;
      size = Math.max(1, Math.min(work.maxItems, took > work.maxMs ? Math.floor((batch.length * work.maxMs) / took) : size * 2));
      await endOfTick();
    }
    lines.delete(key);
  }

  return async (key, item) =>
    new Promise<Answer>((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const line = lines.get(key);
      if (line) {
        line.push(waiting);
        return;
      }
      const begun = [waiting];
      lines.set(key, begun);
      void endOfTick().then(async () => serve(key, begun));
    });
}

async function runBatch<Key, Item, Answer>(
  work: BatchWork<Key, Item, Answer>,
  { key, batch, line }: { key: Key; batch: readonly Waiting<Item, Answer>[]; line: Waiting<Item, Answer>[] },
): Promise<void> {
  try {
    const answers = await work.run(key, batch.map(({ item }) => item));
    if (answers.length !== batch.length) throw new Error(`a batch of ${batch.length} got ${answers.length} answers`);
    for (const [at, { resolve }] of batch.entries()) resolve(answers[at]!);
  } catch (error) {
    if (batch.length > 1 && !work.failsAll(error)) {
      for (const one of batch) await runBatch(work, { key, batch: [one], line });
      return;
    }
    for (const { reject } of batch) reject(error);
    // Those behind would wait for the same failure, each batch as long as this one.
    if (work.failsAll(error)) for (const { reject } of line.splice(0)) reject(error);
  }
}

async function endOfTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
