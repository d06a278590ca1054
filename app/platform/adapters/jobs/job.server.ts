import { stateKey } from '#app/platform/app-state.server.ts';

/** Any number of processes may run it at once. */
export interface Job {
  /** In the log and the metrics. */
  name: string;
  /** What it does, for a volunteer who reads 'Estat'. */
  title: string;
  everyMs: number;
  round: (ending: AbortSignal) => Promise<void>;
}

/** By the names of an app's jobs. */
export const jobTitles = stateKey<ReadonlyMap<string, string>>('job titles');
