import { performance } from 'node:perf_hooks';

import { isDatabaseDiskFull } from '#app/platform/adapters/db/database.server.ts';
import { fullDisk } from '#app/platform/adapters/full-disk.server.ts';
import type { Job } from '#app/platform/adapters/jobs/job.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { deleteOtherJobRuns, upsertJobRun } from './store.server.ts';

/** Some jobs run twice a second: their runs are stored no more often than this. */
const RECORD_EVERY_MS = 60_000;

type Parts = Pick<Deps, 'db' | 'clock' | 'metrics' | 'log' | 'state'>;

/** Wraps jobs so that their runs are timed and stored. */
export function watchJobs(deps: Parts, jobs: readonly Job[]): Job[] {
  deleteOtherJobRuns(deps.db.query, jobs.map(({ name }) => name)).catch((error: unknown) => deps.log.warn({ err: error }, 'the traces of old jobs stay'));
  return jobs.map((job) => watchJob(deps, job));
}

function watchJob(deps: Parts, job: Job): Job {
  let recorded = { at: Number.NEGATIVE_INFINITY, failed: false };

  async function record(error: string | null, tookMs: number): Promise<void> {
    const at = performance.now();
    const failed = error !== null;
    if (at - recorded.at < RECORD_EVERY_MS && recorded.failed === failed) return;
    recorded = { at, failed };
    await upsertJobRun(deps.db.query, { name: job.name, finishedAt: deps.clock.now(), tookMs, everyMs: job.everyMs, error });
  }

  return {
    ...job,
    async round(ending) {
      const began = performance.now();
      let failure: string | null = null;
      try {
        await job.round(ending);
      } catch (error) {
        failure = nameOfFailure(error);
        if (isDatabaseDiskFull(error)) deps.state.get(fullDisk).note(deps.clock.now());
        throw error;
      } finally {
        const ms = Math.round(performance.now() - began);
        deps.metrics.observeRound(job.name, { ms, failed: failure !== null });
        // An aborted run says nothing about the job, and without a database there is nowhere to write.
        if (!ending.aborted) await record(failure, ms).catch(() => {});
      }
    },
  };
}

/** The error's name alone: its message may quote personal data. */
function nameOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
