/** The sale of an event in the minute in which five hundred of its holds end, some of them paid late, and some orders are refunded. `npm run bench -- rush-end`. */
import { setTimeout as pause } from 'node:timers/promises';

import { load, type LoadResult, median } from './http-load.ts';
import { orderOf } from './sale.ts';
import { type MeasuredSite, print, signIn, withDatabase, withSite } from './site.ts';

const HOLDS = 500;
const PAID_LATE = 25;
const REFUNDED = 25;
const ROUNDS = 4;
const MINUTE_MS = 60_000;
const SLICE_MS = 5_000;
const BUYERS = 64;

interface MinuteOfSale {
  perSecond: number;
  slowestSlice: number;
  p99: number;
  failures: number;
}

await withSite(async (site) => {
  const sale = (most: { milliseconds: number; most?: number }): Promise<LoadResult> => load({ port: site.port, clients: BUYERS, expected: 201, call: orderOf(site.event), ...most });
  const admin = await signIn(site.port, 'admin@comboi.test');
  await sale({ milliseconds: SLICE_MS });
  const minutes: Record<'without' | 'with', MinuteOfSale[]> = { without: [], with: [] };
  let ended = 0;
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // The tables grow from minute to minute: each kind comes first as often.
    for (const kind of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      await endOpenHolds(site);
      let refunds: Promise<number> = Promise.resolve(0);
      if (kind === 'with') {
        await sale({ milliseconds: MINUTE_MS, most: HOLDS + PAID_LATE + REFUNDED });
        refunds = refundOneByOne(site.port, admin, await prepare(site));
      }
      minutes[kind].push(await aMinute(sale));
      refused += await refunds;
      if (kind === 'with') ended += await countEnded(site);
    }
  }
  const of = (kind: 'without' | 'with', what: keyof MinuteOfSale): number => median(minutes[kind].map((minute) => minute[what]));
  const pair = (what: keyof MinuteOfSale, unit: string): string => `${of('without', what).toFixed(0)}${unit} / ${of('with', what).toFixed(0)}${unit}`;
  print(`orders in a minute in which ${HOLDS} holds end, ${PAID_LATE} are found paid and ${REFUNDED} orders are refunded, median of ${ROUNDS} alternating minutes`, [
    ['without / with', pair('perSecond', '/s')],
    ['ratio (target: at least 0.9)', (of('with', 'perSecond') / of('without', 'perSecond')).toFixed(2)],
    [`slowest ${SLICE_MS / 1_000} s, without / with`, pair('slowestSlice', '/s')],
    ['p99 of an order, without / with', pair('p99', ' ms')],
    ['holds that ended in those minutes', `${ended} of ${HOLDS * ROUNDS}`],
    ['failed', String([...minutes.without, ...minutes.with].reduce((sum, { failures }) => sum + failures, refused))],
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

/** Holds of the minute before are none of this one's. */
async function endOpenHolds(site: MeasuredSite): Promise<void> {
  await withDatabase(site, async (db) => {
    await db.query(`update payments set status = 'expired' where status in ('creating', 'open')`);
    await db.query(`update orders set status = 'cancelled' where status = 'pending_payment'`);
    await db.query('vacuum analyze orders, payments, tickets, event_stock, audit');
  });
}

/** Gives the orders to refund; the others are over, and end with the next sweep, the first of them paid without anybody having told. */
async function prepare(site: MeasuredSite): Promise<string[]> {
  return withDatabase(site, async (db) => {
    const { rows } = await db.query<{ id: string; key: string; session: string; total: number }>(
      `select o.id, p.idempotency_key as key, p.provider_session as session, o.total_amount as total from orders o join payments p on p.order_id = o.id
       where o.status = 'pending_payment' and o.event_id = $1 and p.provider_session is not null order by o.created_at limit $2`,
      [site.event.id, HOLDS + PAID_LATE + REFUNDED],
    );
    const paid = rows.slice(0, REFUNDED).map(({ id }) => id);
    const late = rows.slice(REFUNDED, REFUNDED + PAID_LATE).map(({ session }) => session);
    const ending = rows.slice(REFUNDED).map(({ id }) => id);
    for (const { id, session } of rows.slice(0, REFUNDED)) await db.query(`update payments set status = 'paid', paid_at = now(), provider_payment = $2 where order_id = $1`, [id, `charge_${session}`]);
    await db.query(`update orders set status = 'paid', paid_at = now() where id = any($1)`, [paid]);
    await db.query(`update tickets set status = 'active' where order_id = any($1)`, [paid]);
    await db.query(`insert into sandbox_charges (id, session_id, amount, created_at) select 'charge_' || id, id, amount, now() from sandbox_sessions where id = any($1)`, [[...late, ...rows.slice(0, REFUNDED).map(({ session }) => session)]]);
    await db.query(`update sandbox_sessions set status = 'complete' where id = any($1)`, [late]);
    await db.query(`update orders set hold_expires_at = now() where id = any($1)`, [ending]);
    return paid;
  });
}

async function countEnded(site: MeasuredSite): Promise<number> {
  return withDatabase(site, async (db) => (await db.query<{ n: number }>(`select count(*)::integer as n from orders where status = 'cancelled' and cancelled_at > now() - interval '70 seconds' and event_id = $1`, [site.event.id])).rows[0]!.n);
}

/** Over the minute. Gives how many were refused. */
async function refundOneByOne(port: number, cookie: string, orders: readonly string[]): Promise<number> {
  let refused = 0;
  for (const order of orders) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/admin/orders/${order}/refund`, { method: 'POST', headers: { 'Content-Type': 'application/json', Cookie: cookie }, body: JSON.stringify({ reason: 'No poden vindre' }) });
    if (status !== 202) refused += 1;
    await pause(MINUTE_MS / REFUNDED / 1.2);
  }
  return refused;
}
