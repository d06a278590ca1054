/** Any number of processes may run it at once. */
export interface Job {
  name: string;
  everyMs: number;
  round: (ending: AbortSignal) => Promise<void>;
}

export const RETENTION_EVERY_MS = 60 * 60_000;
