import type pg from 'pg';

import type { EventDetail } from '#app/features/events/schema.ts';

import { bareOrders } from './bare-orders.ts';
import { type Call, load, type LoadResult, median, openLoad } from './http-load.ts';
import { type MeasuredSite, type Rows, withDatabase } from './site.ts';
import type { MessageCounter } from './message-counter.ts';

const CROWDS = [64, 512] as const;
const CONNECTIONS = 16;
const TICKETS = 4;
const WARM_UP_MS = 3_000;
const ROUND_MS = 5_000;
const ROUNDS = 3;
const OPEN_MS = 10_000;
const OPEN_SHARE = 0.7;
const SEATS = 2_000;

type Site = Pick<MeasuredSite, 'port' | 'databaseUrl' | 'event' | 'processorTime'>;

export async function measureSale(site: Site): Promise<Rows> {
  const rows: Rows = [];
  const order = orderOf(site.event);
  const crowd = async (clients: number, milliseconds: number): Promise<LoadResult> => load({ port: site.port, clients, milliseconds, expected: 201, call: order });
  const bare = async (milliseconds: number) => bareOrders({ url: site.databaseUrl, eventId: site.event.id, connections: CONNECTIONS, milliseconds });

  await crowd(CROWDS[0], WARM_UP_MS);
  await bare(1_000);
  const reached: number[] = [];
  for (const clients of CROWDS) {
    const app: LoadResult[] = [];
    const reference: number[] = [];
    const costs = { servers: 0, database: 0, load: 0 };
    let by = '';
    for (let round = 0; round < ROUNDS; round += 1) {
      const straight = await bare(ROUND_MS);
      by = straight.by;
      reference.push(straight.perSecond);
      const [before, own] = [site.processorTime(), process.cpuUsage()];
      app.push(await crowd(clients, ROUND_MS));
      const [after, used] = [site.processorTime(), process.cpuUsage(own)];
      costs.servers += after.servers - before.servers;
      costs.database += after.database - before.database;
      costs.load += (used.user + used.system) / 1_000;
    }
    const answered = app.reduce((sum, result) => sum + result.answered, 0);
    const each = (ms: number): string => (ms / answered).toFixed(2);
    const rate = median(app.map(({ perSecond }) => perSecond));
    reached.push(rate);
    rows.push(
      [`POST /api/orders, 4 tickets each, one event, ${clients} buyers`, `${rate.toFixed(0)}/s`],
      [`one bare order of 4 tickets a transaction, ${CONNECTIONS} connections, by ${by}`, `${median(reference).toFixed(0)}/s`],
      ['ratio (target: at least 2.0)', (rate / median(reference)).toFixed(2)],
      ['p50 / p99 of an order at that load', `${median(app.map(({ p50 }) => p50)).toFixed(0)} ms / ${median(app.map(({ p99 }) => p99)).toFixed(0)} ms`],
      ['processor time of an order: server / database / load', `${each(costs.servers)} / ${each(costs.database)} / ${each(costs.load)} ms`],
      ['failed', String(app.reduce((sum, { failures }) => sum + failures, 0))],
    );
  }
  const perSecond = reached[0]! * OPEN_SHARE;
  const open = await openLoad({ port: site.port, perSecond, milliseconds: OPEN_MS, expected: 201, call: order });
  rows.push([`arrivals at ${perSecond.toFixed(0)}/s (70 %): p50 / p99 (target: p99 under 250 ms)`, `${open.p50.toFixed(0)} ms / ${open.p99.toFixed(0)} ms, ${open.failures} failed`]);
  return rows;
}

export async function measureLastSeats(site: Site): Promise<Rows> {
  return withDatabase(site, async (db) => {
    await db.query('update event_stock set max_tickets = sold + $2, sold_when_limited = sold where event_id = $1', [site.event.id, SEATS]);
    const before = await soldOf(db, site.event.id);
    const { answered } = await load({ port: site.port, clients: CROWDS[1], milliseconds: 60_000, expected: 201, call: orderOf(site.event), most: (2 * SEATS) / TICKETS });
    const sold = (await soldOf(db, site.event.id)) - before;
    await db.query('update event_stock set max_tickets = null where event_id = $1', [site.event.id]);
    return [[`seats sold / acknowledged of ${SEATS} to 512 buyers`, `${sold} / ${answered * TICKETS}`]];
  });
}

export async function measureMessages(site: Site, messages: MessageCounter): Promise<Rows> {
  const rows: Rows = [];
  for (const clients of [1, ...CROWDS]) {
    await load({ port: site.port, clients, milliseconds: 500, expected: 201, call: orderOf(site.event) });
    messages.take();
    const { answered } = await load({ port: site.port, clients, milliseconds: 2_000, expected: 201, call: orderOf(site.event) });
    const { statements, roundTrips } = messages.take();
    rows.push([`statements / round trips an order, ${clients} buyers`, `${(statements / answered).toFixed(2)} / ${(roundTrips / answered).toFixed(2)}`]);
  }
  return rows;
}

async function soldOf(db: pg.Client, eventId: number): Promise<number> {
  const { rows } = await db.query<{ sold: number }>('select sold from event_stock where event_id = $1', [eventId]);
  return rows[0]!.sold;
}

/** One network each, because holds are limited by network. */
export function orderOf(event: EventDetail): (n: number) => Call {
  const ticket = { sections: Object.fromEntries(event.sections.filter((section) => section.required).map((section) => [section.id, [section.items[0]!.id]])), options: [] };
  const body = JSON.stringify({ eventId: event.id, email: 'carregada@example.com', tickets: Array.from({ length: TICKETS }, () => ticket) });
  const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return () => ({ method: 'POST', path: '/api/orders', headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf((networks += 1)) }, body });
}

let networks = 0;
