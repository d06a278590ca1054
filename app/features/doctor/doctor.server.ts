import { sql } from 'kysely';

import type { CaseFacts } from '#app/domain/payment/case.ts';
import type { Invariants } from '#app/feature.server.ts';
import { FEATURES } from '#app/features.server.ts';
import { type AuditSeal, selectAuditSeal } from '#app/platform/adapters/db/audit.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { compareLedgers } from '#app/features/payments/service.server.ts';

export interface Violation {
  rule: string;
  what: string;
  how: string;
}

const AUDIT_INVARIANTS: Invariants = {
  'I9 the chain of the audit is whole': sql`
    select format('row %s, position %s', c.audit_id, c.position) as what,
      case when a.id is null then 'the row is gone' when c.position <> c.before + 1 then 'a part before it is gone' else 'it says something else now' end as how
    from (
      select position, audit_id, hash, lag(position, 1, 0::bigint) over links as before, lag(hash, 1, ''::bytea) over links as hash_before
      from audit_chain window links as (order by position)
    ) as c
    left join audit a on a.id = c.audit_id
    where a.id is null or c.position <> c.before + 1 or c.hash <> sha256(c.hash_before || audit_content(a))`,

  // The sealing job runs by the database's clock.
  'I9 the audit is sealed within minutes': sql`
    select format('%s rows', count(*)) as what, format('the oldest of %s', min(a.at)) as how
    from audit a left join audit_chain c on c.audit_id = a.id
    where c.audit_id is null and a.at < now() - interval '10 minutes'
    having count(*) > 0`,
};

/** Takes no locks. */
export async function examineRecords(query: Query, now: Date): Promise<Violation[]> {
  const broken: Violation[] = [];
  for (const [rule, finding] of [...FEATURES.map((feature) => feature.invariants?.(now) ?? {}), AUDIT_INVARIANTS].flatMap(Object.entries<Invariants[string]>)) {
    const { rows } = await finding.execute(query);
    broken.push(...rows.map((row) => ({ rule, ...row })));
  }
  return broken;
}

/** Throws `PaymentUnavailable`. */
export async function examine(deps: Pick<Deps, 'db' | 'payments' | 'clock'>, period: { since: Date; pause?: () => Promise<unknown> }): Promise<Violation[]> {
  const { mismatches } = await compareLedgers(deps, period);
  return [...(await examineRecords(deps.db.query, deps.clock.now())), ...mismatches.map(({ kind, what, facts }) => ({ rule: `I3, I4, I13 ${kind}`, what, how: inWords(facts) }))];
}

function inWords(facts: CaseFacts): string {
  return Object.entries(facts).map(([name, value]) => `${name} ${value}`).join(', ');
}

/** In order, but not settled: what people are still owed in person, a line for each event. */
export async function examineDebts(query: Query): Promise<string[]> {
  const { rows } = await sql<{ title: string; orders: number; amount: number }>`
    select e.title, count(*)::int as orders, sum(d.amount)::int as amount from owed_in_person() d join events e on e.id = d.event_id group by e.id order by e.id`.execute(query);
  return rows.map(({ title, orders, amount }) => `${(amount / 100).toFixed(2)} EUR are owed by hand to ${orders} ${orders === 1 ? 'order' : 'orders'} of ${title}: see /admin/owed.`);
}

/** A missing seal means that the end of the audit was cut off. */
export async function examineAudit(query: Query, noted: AuditSeal): Promise<Violation[]> {
  const seal = await selectAuditSeal(query, noted.position);
  if (seal?.hash === noted.hash) return [];
  const how = seal === null ? 'it ends before' : 'its hash is another';
  return [{ rule: 'I9 the audit has the head that was noted', what: `position ${noted.position}`, how }];
}
