import { setTimeout as pause } from 'node:timers/promises';

import type { Logger } from '#app/platform/adapters/log.server.ts';

export interface Loop {
  stop(): Promise<void>;
}

/** The next round comes after a failed one too. `ending` aborts when the loop is stopped, for rounds of many steps. */
export function startLoop(work: { name: string; everyMs: number; round: (ending: AbortSignal) => Promise<void>; log: Logger }): Loop {
  const ending = new AbortController();

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await work.round(ending.signal);
      } catch (error) {
        if (!ending.signal.aborted) work.log.warn({ job: work.name, err: error }, 'a round of a job failed');
      }
      await pause(work.everyMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  }

  const finished = run();
  return {
    async stop() {
      ending.abort();
      await finished;
    },
  };
}
