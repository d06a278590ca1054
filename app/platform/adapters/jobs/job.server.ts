import { stateKey } from '#app/platform/app-state.server.ts';

/** Any number of processes may run it at once. */
export interface Job {
  name: string;
  title: string;
  everyMs: number;
  round: (ending: AbortSignal) => Promise<void>;
}

export const jobTitles = stateKey<ReadonlyMap<string, string>>('job titles');
