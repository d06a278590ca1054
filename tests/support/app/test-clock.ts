import type { Clock } from '#app/platform/adapters/clock.server.ts';

export interface TestClock extends Clock {
  /** Moves on by so many milliseconds (or back). */
  advance(milliseconds: number): void;
  set(instant: string | Date): void;
}

/** Stands still until it is moved. Starts at the present, so that the cast's dates lie where they should. */
export function testClock(start: Date = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance(milliseconds) {
      now += milliseconds;
    },
    set(instant) {
      now = new Date(instant).getTime();
    },
  };
}
