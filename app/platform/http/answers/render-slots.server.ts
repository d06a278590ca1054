import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rendering holds the processor: a page waits for those before it, and after each of them whatever else has come is heard first. */
export function createRenderSlots(): () => Promise<void> {
  let before: Promise<void> = Promise.resolve();
  return async () => {
    const mine = before;
    before = mine.then(() => nextTurn());
    await mine;
  };
}
