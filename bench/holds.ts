/** The sale beside five thousand open holds. `npm run bench -- holds`. */
import pg from 'pg';

import { load, type LoadResult, median } from './http-load.ts';
import { orderOf } from './sale.ts';
import { endOpenHolds, print, withSite } from './site.ts';

const HOLDS = 5_000;
const ROUNDS = 7;
const ROUND_MS = 3_000;
const BUYERS = 64;

await withSite(async (site) => {
  const db = new pg.Client({ connectionString: site.databaseUrl });
  await db.connect();
  const orders = (most: { milliseconds: number; most?: number }): Promise<LoadResult> => load({ port: site.port, clients: BUYERS, expected: 201, call: orderOf(site.event), ...most });
  const existing = await db.query<{ id: string }>(`select id from orders where status = 'pending_payment'`);
  await orders({ milliseconds: 60_000, most: HOLDS });
  const { rows } = await db.query<{ id: string }>(`select id from orders where status = 'pending_payment' and not (id = any($1)) limit ${HOLDS}`, [existing.rows.map(({ id }) => id)]);
  const held = rows.map(({ id }) => id);
  const rates: Record<'without' | 'with', number[]> = { without: [], with: [] };
  const costs: Record<'without' | 'with', number[]> = { without: [], with: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['without', 'with'] as const) {
      await endOpenHolds(db);
      if (kind === 'with') {
        // No move of the shop leads back to a hold.
        await db.query('alter table orders disable trigger orders_move');
        await db.query(`update payments set status = 'open' where order_id = any($1)`, [held]);
        await db.query(`update orders set status = 'pending_payment' where id = any($1)`, [held]);
        await db.query('alter table orders enable trigger orders_move');
      }
      await db.query('vacuum analyze orders, payments, event_stock');
      const before = site.processorTime();
      const { perSecond, answered } = await orders({ milliseconds: ROUND_MS });
      const after = site.processorTime();
      rates[kind].push(perSecond);
      costs[kind].push((after.servers + after.database - before.servers - before.database) / answered);
    }
  }
  await db.end();
  const moved = (of: typeof rates): string => `${(((median(of.with) - median(of.without)) / median(of.without)) * 100).toFixed(1)} %`;
  print(`orders beside ${HOLDS} open holds, median of ${ROUNDS} alternating rounds`, [
    ['without / with', `${median(rates.without).toFixed(0)}/s / ${median(rates.with).toFixed(0)}/s`],
    ['moves by (target: under 15 %)', moved(rates)],
    ['processor time of server and database for an order, without / with', `${median(costs.without).toFixed(2)} ms / ${median(costs.with).toFixed(2)} ms (${moved(costs)})`],
  ]);
});
