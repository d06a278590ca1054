/** The door beside itself: four phones, a crowd of programs, and both while a sale runs; only ratios say something. `npm run bench -- door`. */
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';

import { sql } from 'kysely';

import { startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { type Database, openDatabase } from '#app/platform/adapters/db/database.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import type { EventDetail, EventSummary } from '#app/features/events/schema.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

import { type Call, load, type LoadResult, median } from './http-load.ts';
import { signIn, startInstance } from './site.ts';

const TICKETS = 2_000;
const EACH = 4;
const AT_ONCE = 10;
const PHONES = 4;
const CROWD = 64;
const BUYERS = 32;
const ROUND_MS = 8_000;
const WARM_UP_MS = 2_000;
const ROUNDS = 3;

const dataDir = await temporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLogger });
const db = openDatabase({ url: postgres.url, poolSize: 2, log: silentLogger });
const { server, port } = await startInstance({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', TRUST_PROXY: '1' });
try {
  await measure();
} finally {
  await db.close();
  server.send('SIGTERM');
  await server.ended;
  await postgres.stop();
  await removeDataDir(dataDir);
}

async function measure(): Promise<void> {
  const [event, sold] = await twoEvents();
  const ids = await sell(db, event);
  const cookie = await signIn(port, 'porta@comboi.test');
  await measureList(event.id, cookie);
  const headers = { 'Content-Type': 'application/json', Cookie: cookie };
  const verify = (n: number): Call => ({ method: 'POST', path: '/api/tickets/verify', headers, body: JSON.stringify({ qrData: ids[n % ids.length], eventId: event.id, device: `Porta · ${n % PHONES}` }) });
  const floor = (): Call => ({ method: 'GET', path: '/health/live' });
  const scans = (clients: number, milliseconds: number): Promise<LoadResult> => load({ port, clients, milliseconds, expected: 200, call: verify });
  const nothing = (clients: number, milliseconds: number): Promise<LoadResult> => load({ port, clients, milliseconds, expected: 200, call: floor });

  await Promise.all([scans(PHONES, WARM_UP_MS), buyers(sold, WARM_UP_MS)]);
  const rounds: { phones: LoadResult; phonesFloor: LoadResult; crowd: LoadResult; crowdFloor: LoadResult; sale: LoadResult; buyers: LoadResult }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [phonesFloor, phones] = [await nothing(PHONES, ROUND_MS), await scans(PHONES, ROUND_MS)];
    const [crowdFloor, crowd] = [await nothing(CROWD, ROUND_MS), await scans(CROWD, ROUND_MS)];
    const [sale, bought] = await Promise.all([scans(PHONES, ROUND_MS), buyers(sold, ROUND_MS)]);
    rounds.push({ phones, phonesFloor, crowd, crowdFloor, sale, buyers: bought });
  }
  const middle = (of: keyof (typeof rounds)[number], what: 'p50' | 'p95' | 'p99' | 'perSecond'): number => median(rounds.map((round) => round[of][what]));
  const failures = rounds.reduce((sum, round) => sum + round.phones.failures + round.crowd.failures + round.sale.failures, 0);
  const line = (name: string, of: keyof (typeof rounds)[number], floorOf: keyof (typeof rounds)[number]): void =>
    console.log(`${name}: p50 / p95 / p99 ${middle(of, 'p50').toFixed(0)} / ${middle(of, 'p95').toFixed(0)} / ${middle(of, 'p99').toFixed(0)} ms, ${middle(of, 'perSecond').toFixed(0)} a second; p95 ${(middle(of, 'p95') / middle(floorOf, 'p95')).toFixed(1)} times that ${of === 'sale' ? 'without a sale' : 'of an empty answer'} (${middle(floorOf, 'p95').toFixed(1)} ms)`);
  line(`verify, ${PHONES} phones without a pause`, 'phones', 'phonesFloor');
  line(`verify, ${CROWD} callers`, 'crowd', 'crowdFloor');
  line(`verify, ${PHONES} phones while ${BUYERS} buyers order (${middle('buyers', 'perSecond').toFixed(0)} orders a second)`, 'sale', 'phones');
  console.log(`  scans failed: ${failures}`);
}

async function measureList(eventId: number, cookie: string): Promise<void> {
  const times: number[] = [];
  let list = Buffer.alloc(0);
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/door/${eventId}/list`, { headers: { Cookie: cookie, 'Accept-Encoding': 'identity' } });
    list = Buffer.from(await answer.arrayBuffer());
    times.push(performance.now() - begun);
  }
  console.log(`the list of ${TICKETS} tickets: ${(list.byteLength / 1000).toFixed(0)} kB, ${(gzipSync(list).byteLength / 1000).toFixed(0)} kB gzipped, ${median(times.slice(1)).toFixed(0)} ms`);
}

async function sell(database: Database, event: EventDetail): Promise<string[]> {
  for (let bought = 0; bought < TICKETS / EACH; bought += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => buy(event, bought + place)));
  await sql`update orders set status = 'paid', paid_at = now() where event_id = ${event.id}`.execute(database.query);
  await sql`update tickets set status = 'active' where event_id = ${event.id}`.execute(database.query);
  return (await database.query.selectFrom('tickets').select('id').where('eventId', '=', event.id).execute()).map(({ id }) => id);
}

function orderOf(event: EventDetail): string {
  const sections = Object.fromEntries(event.sections.filter(({ required }) => required).map(({ id, items }) => [id, [items[0]!.id]]));
  return JSON.stringify({ eventId: event.id, email: 'carregada@example.com', tickets: Array.from({ length: EACH }, () => ({ sections, options: [] })) });
}

async function buy(event: EventDetail, n: number): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.9.${n >> 8}.${n & 255}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders`, { method: 'POST', headers, body: orderOf(event) });
  if (answer.status !== 201) throw new Error(`an order answered ${answer.status} ${await answer.text()}`);
}

/** One address each, because holds are limited by network. */
function buyers(event: EventDetail, milliseconds: number): Promise<LoadResult> {
  const body = orderOf(event);
  const call = (n: number): Call => ({ method: 'POST', path: '/api/orders', headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }, body });
  return load({ port, clients: BUYERS, milliseconds, expected: 201, call });
}

async function twoEvents(): Promise<[EventDetail, EventDetail]> {
  const { events } = (await (await fetch(`http://127.0.0.1:${port}/api/events`)).json()) as { events: EventSummary[] };
  const open = events.filter((event) => event.saleStatus === 'open' && event.maxTickets === null && event.price > 0);
  const [door, sale] = await Promise.all(open.slice(0, 2).map(async ({ id }) => (await (await fetch(`http://127.0.0.1:${port}/api/events/${id}`)).json()) as EventDetail));
  if (door === undefined || sale === undefined) throw new Error('two events without a limit are needed');
  return [door, sale];
}
