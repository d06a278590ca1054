/** What goes on by itself, in rounds. Any number of processes may run all of it at once. */
export interface Job {
  name: string;
  everyMs: number;
  round: (ending: AbortSignal) => Promise<void>;
}

/** Of jobs that only clear away what is old. */
export const RETENTION_EVERY_MS = 60 * 60_000;
