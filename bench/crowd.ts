/** Two thousand visitors for a minute, and the door meanwhile. `npm run bench -- crowd [seconds] [profile.cpuprofile]`. */
import { argv } from 'node:process';
import { connect } from 'node:net';

import { type Call, load, openLoad } from './http-load.ts';
import { profiled } from './profile.ts';
import { orderOf } from './sale.ts';
import { type MeasuredSite, print, residentMegabytes, signIn, withDatabase, withSite } from './site.ts';

const VISITORS = 2_000;
const EVERY_MS = 5_000;
const SCANS_PER_SECOND = 20;
const WATCHERS = 1_000;
const ORDERS_OF_HUNDRED = 5;
const STATES_OF_HUNDRED = 10;

const [, , , seconds = '60', profileFile] = argv;
const CROWD_MS = Number(seconds) * 1_000;

await withSite(async (site) => {
  const tickets = await soldTickets(site);
  const cookie = await signIn(site.port, 'porta@comboi.test');
  const paths = ['/', '/tickets', `/order/${site.event.id}`, '/calendar', `/tickets?event=${site.event.id}`, '/api/events'];
  const order = orderOf(site.event);
  const known = await anOrder(site);
  const visitor = (n: number): Call => {
    if (n % 100 < ORDERS_OF_HUNDRED) return order(n);
    if (n % 100 < ORDERS_OF_HUNDRED + STATES_OF_HUNDRED) return { method: 'GET', path: `/api/orders/${known}` };
    return { method: 'GET', path: paths[n % paths.length]!, headers: { 'Accept-Encoding': 'gzip, br' } };
  };
  const verify = (n: number): Call => ({
    method: 'POST',
    path: '/api/tickets/verify',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ qrData: tickets[n % tickets.length], device: `Porta · ${n % 4}` }),
  });
  await load({ port: site.port, clients: 64, milliseconds: 3_000, expected: 201, call: order });

  const idle = await residentMegabytes(site.server.pid);
  const questions = await questionsOf(site);
  const watchers = await watch(site, WATCHERS);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const watched = await residentMegabytes(site.server.pid);
  const requests = (await questionsOf(site)) - questions;

  const before = site.processorTime();
  const rush = async () => Promise.all([
    load({ port: site.port, clients: VISITORS, thinkMs: EVERY_MS, milliseconds: CROWD_MS, expected: [200, 201], call: visitor }),
    openLoad({ port: site.port, perSecond: SCANS_PER_SECOND, milliseconds: CROWD_MS, expected: 200, call: verify }),
  ]);
  const { result: [crowd, door], rows: spent } = profileFile === undefined ? { result: await rush(), rows: [] } : await profiled(site.server, { file: profileFile, work: rush });
  const after = site.processorTime();
  print(`${VISITORS} visitors, each with a request every ${EVERY_MS / 1000} s, for ${CROWD_MS / 1000} s`, [
    ['requests / failed (target: 0)', `${crowd.answered + crowd.failures} / ${crowd.failures}`],
    ['p50 / p95 / p99 (target: p95 under 250 ms)', `${crowd.p50.toFixed(0)} / ${crowd.p95.toFixed(0)} / ${crowd.p99.toFixed(0)} ms`],
    [`verify at the door meanwhile, ${SCANS_PER_SECOND}/s: p50 / p95 (target: p95 under 50 ms)`, `${door.p50.toFixed(0)} / ${door.p95.toFixed(0)} ms, ${door.failures} failed`],
    ['processor time of server and database, of one processor (target: server under 60 %)', `${(((after.servers - before.servers) / CROWD_MS) * 100).toFixed(0)} % and ${(((after.database - before.database) / CROWD_MS) * 100).toFixed(0)} %`],
    ['processor time of the server for each request and scan', `${((after.servers - before.servers) / (crowd.answered + door.answered)).toFixed(2)} ms`],
  ]);
  print(`${WATCHERS} visitors who watch the places left and do nothing`, [
    ['memory of the server for each (target: at most 20 kB)', `${(((watched - idle) * 1024) / WATCHERS).toFixed(1)} kB`],
    ['transactions at the database while they came and for 3 s, of everything', String(requests)],
  ]);
  if (spent.length > 0) print('processor time of the server by function, without what it calls', spent);
  for (const socket of watchers) socket.destroy();
}, { isProfiled: profileFile !== undefined });

async function watch({ port, event }: MeasuredSite, watchers: number) {
  const sockets = [];
  for (let n = 0; n < watchers; n += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    await new Promise((resolve) => {
      socket.once('data', resolve);
      socket.write(`GET /api/events/${event.id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 10.8.${n >> 8}.${n & 255}\r\nAccept: text/event-stream\r\n\r\n`);
    });
    sockets.push(socket);
  }
  return sockets;
}

async function questionsOf(site: MeasuredSite): Promise<number> {
  return withDatabase(site, async (db) => {
    const { rows } = await db.query<{ questions: string }>('select xact_commit as questions from pg_stat_database where datname = current_database()');
    return Number(rows[0]!.questions);
  });
}

async function soldTickets(site: MeasuredSite): Promise<string[]> {
  await load({ port: site.port, clients: 16, milliseconds: 30_000, expected: 201, call: orderOf(site.event), most: 250 });
  return withDatabase(site, async (db) => {
    await db.query(`update orders set status = 'paid', paid_at = now() where event_id = $1`, [site.event.id]);
    await db.query(`update tickets set status = 'active' where event_id = $1`, [site.event.id]);
    return (await db.query<{ id: string }>('select id from tickets where event_id = $1', [site.event.id])).rows.map(({ id }) => id);
  });
}

async function anOrder({ port, event }: MeasuredSite): Promise<string> {
  const { path, body, headers } = orderOf(event)(0);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: body!, headers: headers! });
  return ((await answer.json()) as { orderId: string }).orderId;
}
