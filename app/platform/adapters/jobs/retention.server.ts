import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';

import type { Job } from './job.server.ts';

export type Age = { years: number; of: string } | { days: number; of: string } | { hours: number; of: string } | 'expired';

export interface Forgotten {
  title: string;
  after: Age;
  /** Any number of processes may call it at once. `day`: the same, as YYYY-MM-DD in Madrid. */
  delete: (query: Query, before: { instant: Date; day: string; now: Date }) => Promise<unknown>;
}

const RETENTION_EVERY_MS = 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAYS_A_YEAR = 365.25;

/** What is forgotten too early can't be brought back. */
const DOUBTED_CLOCK_MS = HOUR_MS;

type Parts = Pick<Deps, 'db' | 'clock'> & { payments: Pick<Deps['payments'], 'clockAheadMs'> };

export function retentionJob(deps: Parts, forgets: readonly Forgotten[]): Job {
  return { name: 'retention', title: 'Oblidar el que ja no cal', everyMs: RETENTION_EVERY_MS, round: () => forgetOld(deps, forgets) };
}

/** One that fails keeps none of the others from being forgotten. By a clock that the payment provider contradicts nothing is. */
async function forgetOld(deps: Parts, forgets: readonly Forgotten[]): Promise<void> {
  if (Math.abs(deps.payments.clockAheadMs() ?? 0) > DOUBTED_CLOCK_MS) return;
  const now = deps.clock.now();
  const failures: { title: string; cause: unknown }[] = [];
  for (const { title, after, delete: remove } of forgets) {
    await remove(deps.db.query, { ...beginningOf(after, now), now }).catch((cause: unknown) => failures.push({ title, cause }));
  }
  if (failures.length === 0) return;
  const titles = failures.map(({ title }) => title).join(', ');
  throw Object.assign(new AggregateError(failures.map(({ cause }) => cause), `not forgotten: ${titles}`), { code: titles });
}

function beginningOf(after: Age, now: Date): { instant: Date; day: string } {
  if (after === 'expired') return { instant: now, day: dayInMadrid(now) };
  if ('hours' in after) return beforeHours(after.hours, now);
  const days = 'years' in after ? Math.ceil(DAYS_A_YEAR * after.years) : after.days;
  return { ...beforeHours(24 * days, now), day: addDays(dayInMadrid(now), -days) };
}

function beforeHours(hours: number, now: Date): { instant: Date; day: string } {
  const instant = new Date(now.getTime() - hours * HOUR_MS);
  return { instant, day: dayInMadrid(instant) };
}

/** "30 dies després de l'acte" */
export function ageText(after: Age): string {
  if (after === 'expired') return 'Quan caduca';
  const age = 'years' in after ? `${after.years} anys` : 'hours' in after ? `${after.hours} hores` : `${after.days} dies`;
  return `${age} després ${after.of}`;
}
