import { setImmediate as nextTurn } from 'node:timers/promises';

let before: Promise<void> = Promise.resolve();

/** Rendering holds the processor: a page waits for those before it, and after each of them whatever else has come is heard first. */
export async function renderTurn(): Promise<void> {
  const mine = before;
  before = mine.then(() => nextTurn());
  await mine;
}
