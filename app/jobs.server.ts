import { actorsNow } from './actors.server.ts';
import { sealAudit } from './platform/adapters/db/audit.server.ts';
import { watchClock } from './platform/adapters/jobs/clock-watch.server.ts';
import type { Job } from './platform/adapters/jobs/job.server.ts';
import { retentionJob } from './platform/adapters/jobs/retention.server.ts';
import type { Deps } from './platform/deps.server.ts';
import { rightsWatchJob } from './platform/http/live/rights-watch.server.ts';
import { FEATURES, GATHERED } from './features.server.ts';

const WATCH_CLOCK_EVERY_MS = 60_000;
const SEAL_AUDIT_EVERY_MS = 5_000;

export function jobsOf(deps: Deps): Job[] {
  return [
    ...FEATURES.flatMap((feature) => feature.jobs?.({ deps, ...GATHERED }) ?? []),
    retentionJob(deps, GATHERED.forgets),
    rightsWatchJob(deps, { streams: FEATURES.flatMap((feature) => feature.streams?.(deps) ?? []), actorsNow: (credentials) => actorsNow(deps, credentials) }),
    { name: 'clock watch', title: 'Comparar el rellotge amb la base de dades', everyMs: WATCH_CLOCK_EVERY_MS, round: () => watchClock({ clock: deps.clock, query: deps.db.query, log: deps.log }) },
    { name: 'audit seal', title: 'Segellar el registre', everyMs: SEAL_AUDIT_EVERY_MS, round: () => sealAudit(deps.db.query) },
  ];
}
