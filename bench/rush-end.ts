/** The sale of an event in a minute in which five hundred of its holds end, some of them paid late, and in one in which an admin refunds orders of it. `npm run bench -- rush-end`. */
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import { load, type LoadResult, median } from './http-load.ts';
import { orderOf } from './sale.ts';
import { endOpenHolds, type MeasuredSite, print, signIn, withDatabase, withSite } from './site.ts';

const HOLDS = 500;
const PAID_LATE = 25;
const REFUNDED = 25;
const ROUNDS = 3;
const MINUTE_MS = 60_000;
const SLICE_MS = 5_000;
const BUYERS = 64;
const KINDS = ['without', 'ending', 'refunded'] as const;
type Kind = (typeof KINDS)[number];

interface MinuteOfSale {
  perSecond: number;
  slowestSlice: number;
  p99: number;
  failures: number;
}

await withSite(async (site) => {
  const sale = (most: { milliseconds: number; most?: number }): Promise<LoadResult> => load({ port: site.port, clients: BUYERS, expected: 201, call: orderOf(site.event), ...most });
  await sale({ milliseconds: SLICE_MS });
  const minutes: Record<Kind, MinuteOfSale[]> = { without: [], ending: [], refunded: [] };
  let ended = 0;
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // The tables grow from minute to minute: each kind has its turn as often in each place.
    for (const kind of KINDS.map((_, at) => KINDS[(at + round) % KINDS.length]!)) {
      await withDatabase(site, async (db) => {
        await endOpenHolds(db);
        await db.query('vacuum analyze orders, payments, tickets, event_stock, audit');
      });
      await sale({ milliseconds: MINUTE_MS, most: HOLDS + PAID_LATE });
      const refunds = kind === 'refunded' ? refundOneByOne(site.port, await preparePaid(site)) : Promise.resolve(0);
      if (kind === 'ending') await prepareEnding(site);
      const begun = new Date();
      minutes[kind].push(await aMinute(sale));
      refused += await refunds;
      if (kind === 'ending') ended += await countEnded(site, begun);
    }
  }
  const of = (kind: Kind, what: keyof MinuteOfSale): number => median(minutes[kind].map((minute) => minute[what]));
  const each = (what: keyof MinuteOfSale, unit: string): string => KINDS.map((kind) => `${of(kind, what).toFixed(0)}${unit}`).join(' / ');
  const ratio = (kind: Kind): string => (of(kind, 'perSecond') / of('without', 'perSecond')).toFixed(2);
  print(`orders in a minute in which nothing else happens / ${HOLDS} holds end and ${PAID_LATE} are found paid / ${REFUNDED} orders are refunded, median of ${ROUNDS}`, [
    ['orders', each('perSecond', '/s')],
    ['holds that end: ratio (target: at least 0.9)', ratio('ending')],
    ['refunds: ratio', ratio('refunded')],
    [`slowest ${SLICE_MS / 1_000} s`, each('slowestSlice', '/s')],
    ['p99 of an order in the worst of those', each('p99', ' ms')],
    ['holds that ended in those minutes', `${ended} of ${HOLDS * ROUNDS}`],
    ['failed', String(KINDS.flatMap((kind) => minutes[kind]).reduce((sum, { failures }) => sum + failures, refused))],
  ]);
});

async function aMinute(sale: (most: { milliseconds: number }) => Promise<LoadResult>): Promise<MinuteOfSale> {
  const slices: LoadResult[] = [];
  for (let at = 0; at < MINUTE_MS / SLICE_MS; at += 1) slices.push(await sale({ milliseconds: SLICE_MS }));
  return {
    perSecond: slices.reduce((sum, { perSecond }) => sum + perSecond, 0) / slices.length,
    slowestSlice: Math.min(...slices.map(({ perSecond }) => perSecond)),
    p99: Math.max(...slices.map(({ p99 }) => p99)),
    failures: slices.reduce((sum, { failures }) => sum + failures, 0),
  };
}

interface Held {
  id: string;
  session: string;
}

async function held(db: pg.Client, site: MeasuredSite, most: number): Promise<Held[]> {
  const { rows } = await db.query<Held>(
    `select o.id, p.provider_session as session from orders o join payments p on p.order_id = o.id
     where o.status = 'pending_payment' and o.event_id = $1 and p.provider_session is not null order by o.created_at limit $2`,
    [site.event.id, most],
  );
  return rows;
}

async function charge(db: pg.Client, sessions: readonly string[]): Promise<void> {
  await db.query(`insert into sandbox_charges (id, session_id, amount, created_at) select 'charge_' || id, id, amount, now() from sandbox_sessions where id = any($1)`, [sessions]);
  await db.query(`update sandbox_sessions set status = 'complete' where id = any($1)`, [sessions]);
}

/** All are over, and end with the next sweep; the first of them are paid, and nobody has told. */
async function prepareEnding(site: MeasuredSite): Promise<void> {
  await withDatabase(site, async (db) => {
    const rows = await held(db, site, HOLDS + PAID_LATE);
    await charge(db, rows.slice(0, PAID_LATE).map(({ session }) => session));
    await db.query('update orders set hold_expires_at = now() where id = any($1)', [rows.map(({ id }) => id)]);
  });
}

async function preparePaid(site: MeasuredSite): Promise<string[]> {
  return withDatabase(site, async (db) => {
    const rows = await held(db, site, REFUNDED);
    const ids = rows.map(({ id }) => id);
    await charge(db, rows.map(({ session }) => session));
    await db.query(`update payments set status = 'paid', paid_at = now(), provider_payment = 'charge_' || provider_session where order_id = any($1)`, [ids]);
    await db.query(`update orders set status = 'paid', paid_at = now() where id = any($1)`, [ids]);
    await db.query(`update tickets set status = 'active' where order_id = any($1)`, [ids]);
    return ids;
  });
}

async function countEnded(site: MeasuredSite, since: Date): Promise<number> {
  return withDatabase(site, async (db) => (await db.query<{ n: number }>(`select count(*)::integer as n from orders where status = 'cancelled' and cancelled_at >= $2 and event_id = $1`, [site.event.id, since])).rows[0]!.n);
}

/** Over the minute. Gives how many were refused. */
async function refundOneByOne(port: number, orders: readonly string[]): Promise<number> {
  const cookie = await signIn(port, 'admin@comboi.test');
  let refused = 0;
  for (const order of orders) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/admin/orders/${order}/refund`, { method: 'POST', headers: { 'Content-Type': 'application/json', Cookie: cookie }, body: JSON.stringify({ reason: 'No poden vindre' }) });
    if (status !== 202) refused += 1;
    await pause(MINUTE_MS / REFUNDED / 1.2);
  }
  return refused;
}
