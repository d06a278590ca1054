import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';

import pg from 'pg';

const run = promisify(execFile);

/** The reference of the orders benchmark: what PostgreSQL itself needs for one order of four tickets, and nothing else. */
function statementsOf(eventId: number): string[] {
  const menu = JSON.stringify([{ sectionId: 'plat', sectionName: 'Plat', items: [{ id: 'paella', name: 'Paella', emoji: '🥘', price: 1400 }] }]);
  return [
    'begin',
    `update event_stock set sold = sold + 4 where event_id = ${eventId} and (max_tickets is null or sold + 4 <= max_tickets)`,
    `with fresh as (
       insert into orders (id, order_number, event_id, buyer, email, role, status, total_amount, ticket_quantity, terms_version, hold_expires_at, created_at)
       select id, 'ORD-' || id, ${eventId}, 'visitor:' || id, 'carregada@example.com', 'public', 'pending_payment', 5600, 4, '1', now() + interval '35 minutes', now()
       from (select gen_random_uuid() as id) as one
       returning id
     )
     insert into tickets (id, order_id, event_id, position, ticket_number, price, menu_selection, extras_selection, user_role, status, created_at)
     select id || '-' || n, id, ${eventId}, n, 'ORD-' || id || '-T' || n, 1400, '${menu}', '[]', 'public', 'pending_payment', now()
     from fresh, generate_series(1, 4) as n`,
    'commit',
  ].map((statement) => statement.replaceAll(/\s+/g, ' '));
}

interface Bare {
  url: string;
  eventId: number;
  connections: number;
  milliseconds: number;
}

export async function bareOrders(options: Bare): Promise<{ perSecond: number; by: 'pgbench' | 'the driver' }> {
  const perSecond = await overPgbench(options);
  return perSecond === null ? { perSecond: await overDriver(options), by: 'the driver' } : { perSecond, by: 'pgbench' };
}

async function overPgbench({ url, eventId, connections, milliseconds }: Bare): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'comboi-pgbench-'));
  try {
    const script = join(folder, 'order.sql');
    await writeFile(script, `${statementsOf(eventId).join(';\n')};\n`);
    const output = await run('pgbench', ['-n', '-c', String(connections), '-j', '2', '-T', String(Math.round(milliseconds / 1000)), '-f', script, url]);
    return Number(/tps = ([\d.]+)/.exec(output.stdout)?.[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function overDriver({ url, eventId, connections, milliseconds }: Bare): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const statements = statementsOf(eventId);
  const startedAt = performance.now();
  let orders = 0;
  const connection = async (): Promise<void> => {
    const client = await pool.connect();
    while (performance.now() - startedAt < milliseconds) {
      for (const statement of statements) await client.query(statement);
      orders += 1;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.end();
  return orders / seconds;
}
