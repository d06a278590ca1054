import { performance } from 'node:perf_hooks';

import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import { systemClock } from '#app/adapters/clock.server.ts';
import { columnTypes } from '#app/adapters/db/database.server.ts';
import type { Tables } from '#app/adapters/db/tables.server.ts';
import { randomIds } from '#app/adapters/ids.server.ts';

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TICKET_ID = /\b[A-Z2-7]{26}\b/g;

/** The reference of the orders benchmark: the statements of one order as the app sends them, replayed over the bare driver. */
export async function recordOrder(url: string, place: (query: Kysely<Tables>) => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1, types: columnTypes }) }),
    plugins: [new CamelCasePlugin()],
    log(event) {
      statements.push({ sql: event.query.sql, parameters: event.query.parameters });
    },
  });
  try {
    await place(query);
  } finally {
    await query.destroy();
  }
  return statements;
}

/** Orders per second. */
export async function replayOrders(options: { url: string; statements: readonly Statement[]; connections: number; milliseconds: number }): Promise<number> {
  const pool = new pg.Pool({ connectionString: options.url, max: options.connections });
  const startedAt = performance.now();
  let orders = 0;
  const connection = async (): Promise<void> => {
    const client = await pool.connect();
    while (performance.now() - startedAt < options.milliseconds) {
      const fresh = freshIds(options.statements);
      for (const statement of options.statements) await client.query(statement.sql, statement.parameters.map(fresh));
      orders += 1;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.end();
  return orders / seconds;
}

/** Ids of the menu stay. */
function freshIds(statements: readonly Statement[]): (parameter: unknown) => unknown {
  const call = statements.find(({ sql }) => sql.includes('place_order'));
  const { orderId, paymentId, mailId, tickets } = JSON.parse(String(call?.parameters[0])) as {
    orderId: string;
    paymentId: string;
    mailId: string;
    tickets: { id: string }[];
  };
  const sandboxId = statements.flatMap(({ parameters }) => parameters).find((value) => typeof value === 'string' && value.startsWith('sandbox_'));
  const names = new Map<string, string>([orderId, paymentId, mailId].map((id) => [id, randomIds.uuid()]));
  for (const [id] of String(sandboxId).matchAll(UUID)) names.set(id, randomIds.uuid());
  for (const ticket of tickets) names.set(ticket.id, randomIds.ticket());
  const now = systemClock.now().toISOString();
  const caller = randomIds.uuid();
  return (parameter) =>
    typeof parameter === 'string'
      ? parameter
          .replace(UUID, (id) => names.get(id) ?? id)
          .replace(TICKET_ID, (id) => names.get(id) ?? id)
          .replace(/"now":"[^"]+"/, `"now":"${now}"`)
          .replace(/"(buyer|networkHash)":"[^"]+"/g, (_, name: string) => `"${name}":"${caller}"`)
      : parameter;
}
