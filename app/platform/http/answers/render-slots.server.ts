import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Rendering blocks the event loop: pages render one at a time, and other events are handled between them. */
export function createRenderSlots(): () => Promise<void> {
  let before: Promise<void> = Promise.resolve();
  return async () => {
    const mine = before;
    before = mine.then(() => yieldToEventLoop());
    await mine;
  };
}
