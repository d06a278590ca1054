/** The admin's panel at 300 events, 20,000 orders and 2,000 users, beside the page of the users: bytes and first byte. `npm run bench -- panel`. */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { startChild } from '#tests/support/process/child-process.ts';
import { freePort, NODE, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

const EVENTS = 300;
const ORDERS = 20_000;
const USERS = 2_000;
const ROUNDS = 15;
const USERS_PAGE = '/admin/users';

const dataDir = await temporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLogger });
const url = `http://127.0.0.1:${await freePort()}`;
const server = startChild(NODE, ['server.js'], { cwd: ROOT, env: { PORT: new URL(url).port, DATA_DIR: dataDir, DATABASE_URL: postgres.url, COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0' } });
const db = new pg.Client({ connectionString: postgres.url });
try {
  while ((await statusOf(`${url}/health/ready`)) !== 200) await pause(50);
  await db.connect();
  const eventId = await fill();
  const cookie = await signIn();
  const users = await measure(USERS_PAGE, cookie);
  for (const path of ['/admin', '/admin?acts=coming', `/admin/events/day/${eventId}`, '/admin/search?q=neus']) {
    const page = await measure(path, cookie);
    console.log(`${path}: ${(page.bytes / users.bytes).toFixed(2)} times the bytes, ${(page.ms / users.ms).toFixed(2)} times the first byte of ${USERS_PAGE}`);
  }
} finally {
  await db.end();
  server.send('SIGTERM');
  await server.ended;
  await postgres.stop();
  await removeDataDir(dataDir);
}

/** A tenth of the events lies ahead. */
async function fill(): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into events (title, event_date, event_time, description, reference_price, image, visibility, created_at, updated_at)
     select 'Sopar de germanor ' || n, current_date + 30 - n, '21:00', '', 1400, '🥘', 'public', now(), now() from generate_series(1, $1::int) as n returning id`,
    [EVENTS],
  );
  const ids = rows.map(({ id }) => id);
  await db.query('insert into event_stock (event_id, sold) select id, $2 from unnest($1::int[]) as id', [ids, Math.ceil(ORDERS / EVENTS)]);
  await db.query(
    `with made as (
       insert into orders (id, order_number, event_id, email, user_name, role, status, total_amount, ticket_quantity, terms_version, created_at, paid_at)
       select gen_random_uuid(), 'ORD-' || (1800000000 + n) || '-' || lpad((n % 10000)::text, 4, '0'), ($1::int[])[1 + n % $3::int], 'persona' || n || '@example.com',
         case when n % 50 = 0 then 'Neus Bosch ' || n else 'Persona ' || n end, 'public', 'paid', 1400, 1, '1', now() - n * interval '2 minutes', now() - n * interval '2 minutes'
       from generate_series(1, $2::int) as n returning id, event_id, order_number, created_at
     ), tickets_made as (
       insert into tickets (id, order_id, event_id, position, ticket_number, price, menu_selection, extras_selection, user_role, status, created_at)
       select upper(substr(md5(id::text), 1, 26)), id, event_id, 1, order_number || '-T1', 1400, '[]', '[]', 'public', 'active', created_at from made
     )
     insert into payments (id, order_id, provider, idempotency_key, status, amount, expires_at, paid_at, provider_payment, created_at)
     select gen_random_uuid(), id, 'sandbox', 'k' || id, 'paid', 1400, created_at, created_at, 'c' || id, created_at from made`,
    [ids, ORDERS, EVENTS],
  );
  await db.query(`insert into users (id, name, email, role, created_at, updated_at) select gen_random_uuid(), 'Socia ' || n, 'socia' || n || '@example.com', 'socio', now(), now() from generate_series(1, $1::int) as n`, [USERS]);
  await db.query('analyze');
  return ids[0]!;
}

async function measure(path: string, cookie: string): Promise<{ bytes: number; ms: number }> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await fetch(url + path, { headers: { Cookie: cookie } });
    times.push(performance.now() - began);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    bytes = (await answer.arrayBuffer()).byteLength;
  }
  const ms = times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;
  console.log(`${path}: ${(bytes / 1024).toFixed(0)} kB, first byte ${ms.toFixed(0)} ms`);
  return { bytes, ms };
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${url}/api/session`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: 'admin@comboi.test', password: 'Comboi2027' }) });
  return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');
}
