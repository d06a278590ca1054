import { sealAudit } from './platform/adapters/db/audit.server.ts';
import { watchClock } from './platform/adapters/jobs/clock-watch.server.ts';
import { type Job, RETENTION_EVERY_MS } from './platform/adapters/jobs/job.ts';
import type { Deps } from './platform/deps.server.ts';
import { FEATURES, MAIL_TEMPLATES } from './features.server.ts';
import { forgetOldCounts } from './platform/http/guards/shared-counts.server.ts';

const WATCH_CLOCK_EVERY_MS = 60_000;
const SEAL_AUDIT_EVERY_MS = 5_000;

export function jobsOf(deps: Deps): Job[] {
  return [
    ...FEATURES.flatMap((feature) => feature.jobs?.({ deps, mailTemplates: MAIL_TEMPLATES }) ?? []),
    { name: 'clock watch', everyMs: WATCH_CLOCK_EVERY_MS, round: () => watchClock({ clock: deps.clock, query: deps.db.query, log: deps.log }) },
    { name: 'audit seal', everyMs: SEAL_AUDIT_EVERY_MS, round: () => sealAudit(deps.db.query) },
    { name: 'old counts', everyMs: RETENTION_EVERY_MS, round: () => forgetOldCounts(deps.db.query, deps.clock.now()) },
  ];
}
