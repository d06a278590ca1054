/** The one place that reads the time. Sale decisions, holds and jobs take `now` from here, never from SQL. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
