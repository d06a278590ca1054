/** 20,000 orders in the admin: first bytes of pages, time and memory of exports. Linux only. `npm run bench -- admin-tickets`. */
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { launchChromium, scriptsAtWork, visitSite } from '#tests/support/browser/browser.ts';
import { startChild } from '#tests/support/process/child-process.ts';
import { freePort, NODE, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

const ORDERS = 20_000;
const ROUNDS = 9;
const FLAGS = ['--max-old-space-size=256', '--max-semi-space-size=16'];

const dataDir = await temporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLogger });
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: postgres.url, COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0' };
const server = startChild(NODE, [...FLAGS, 'server.js'], { cwd: ROOT, env });
const db = new pg.Client({ connectionString: postgres.url });
try {
  while ((await statusOf(`${url}/health/ready`)) !== 200) await pause(50);
  await db.connect();
  const eventId = await fill();
  const cookie = await signIn();
  for (const path of [`/admin/tickets/${eventId}`, '/admin/tickets', `/admin/tickets/${eventId}?q=bosch`, '/admin', `/admin/sales/${eventId}`, '/admin/totals']) await measurePage(path, cookie);
  await measureInteractive(`/admin/tickets/${eventId}`);
  for (const file of ['csv?kind=orders', 'csv?kind=tickets', 'xlsx?kind=orders', 'xlsx?kind=tickets']) await measureExport(`/api/admin/events/${eventId}/export.${file}`, cookie);
} finally {
  await db.end();
  server.send('SIGTERM');
  await server.ended;
  await postgres.stop();
  await removeDataDir(dataDir);
}

async function fill(): Promise<number> {
  const { rows } = await db.query<{ id: number }>(`
    insert into events (title, event_date, event_time, description, reference_price, image, visibility, created_at, updated_at)
    values ('Vint mil', current_date + 30, '21:00', '', 1400, '🥘', 'public', now(), now()) returning id`);
  const eventId = rows[0]!.id;
  await db.query('insert into event_stock (event_id, sold) values ($1, $2)', [eventId, ORDERS]);
  await db.query(
    `with made as (
       insert into orders (id, order_number, event_id, email, user_name, role, status, total_amount, ticket_quantity, terms_version, created_at, paid_at)
       select gen_random_uuid(), 'ORD-' || (1800000000 + n) || '-' || lpad((n % 10000)::text, 4, '0'), $1, 'persona' || n || '@example.com',
         case when n % 50 = 0 then 'Neus Bosch ' || n else 'Persona ' || n end, 'public', 'paid', 1400, 1, '1', now() - n * interval '2 minutes', now() - n * interval '2 minutes'
       from generate_series(1, $2::int) as n returning id, order_number, created_at
     ), tickets_made as (
       insert into tickets (id, order_id, event_id, position, ticket_number, price, menu_selection, extras_selection, user_role, status, created_at)
       select upper(substr(md5(id::text), 1, 26)), id, $1, 1, order_number || '-T1', 1400,
         '[{"sectionId":"s","sectionName":"Plat","items":[{"id":"i","name":"Paella valenciana","emoji":"🥘","price":1400}]}]', '[]', 'public', 'active', created_at from made
     ), paid as (
       insert into payments (id, order_id, provider, idempotency_key, status, amount, expires_at, paid_at, provider_payment, created_at)
       select gen_random_uuid(), id, 'sandbox', 'k' || id, 'paid', 1400, created_at, created_at, 'c' || id, created_at from made
     )
     insert into mails (id, kind, cause, order_id, recipient, status, next_attempt_at, created_at, sent_at)
     select gen_random_uuid(), 'tickets', 'sale', id, 'x@example.com', 'sent', created_at, created_at, created_at from made`,
    [eventId, ORDERS],
  );
  await db.query('analyze');
  return eventId;
}

async function measurePage(path: string, cookie: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await fetch(url + path, { headers: { Cookie: cookie } });
    times.push(performance.now() - began);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    await answer.text();
  }
  console.log(`${path}: first byte ${times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!.toFixed(0)} ms`);
}

async function measureInteractive(path: string): Promise<void> {
  const browser = await launchChromium();
  const { page, end } = await visitSite(browser, url, { device: 'desktop' });
  await page.request.post('/api/session', { data: { email: 'admin@comboi.test', password: 'Comboi2027' } });
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const began = performance.now();
    await page.goto(path);
    await scriptsAtWork(page);
    times.push(performance.now() - began);
  }
  console.log(`${path}: interactive after ${Math.min(...times).toFixed(0)} ms at best, ${Math.max(...times).toFixed(0)} ms at worst`);
  await end();
  await browser.close();
}

async function measureExport(path: string, cookie: string): Promise<void> {
  const before = await residentMegabytes();
  let peak = before;
  const timer = setInterval(() => void residentMegabytes().then((now) => (peak = Math.max(peak, now))), 20);
  const began = performance.now();
  const answer = await fetch(url + path, { headers: { Cookie: cookie } });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  const bytes = (await answer.arrayBuffer()).byteLength;
  const seconds = (performance.now() - began) / 1000;
  clearInterval(timer);
  console.log(`${path}: ${seconds.toFixed(2)} s, ${(bytes / 1024 / 1024).toFixed(1)} MB, memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`);
}

async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${url}/api/session`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: 'admin@comboi.test', password: 'Comboi2027' }) });
  return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');
}
