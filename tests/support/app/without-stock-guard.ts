import { readFileSync } from 'node:fs';

import { sql } from 'kysely';

import type { TestApp } from './test-app.ts';

const LOCK = '  perform from event_stock where event_id = v_event for update;\n';
const LOOK = '\n  v_refusals := order_refusals(v_event, v_now, v_orders);\n';

/**
 * Negative control: in this test's own database the sale looks before it has the stock row, and believes what it saw, as naive shops
 * do. The pause between is for a batch of several orders, and for a single one.
 */
export async function lookBeforeTheLock(app: TestApp, { seconds, secondsAlone }: { seconds: number; secondsAlone: number }): Promise<void> {
  const text = readFileSync(new URL('../../../db/functions/place_orders.sql', import.meta.url), 'utf8');
  // Or the control would quietly control nothing.
  for (const guard of [LOCK, LOOK]) if (text.split(guard).length !== 2) throw new Error(`place_orders.sql says in other words: ${guard}`);
  const pause = `  perform pg_sleep(case when v_count > 1 then ${seconds} else ${secondsAlone} end);\n`;
  await sql.raw(text.replace(LOOK, '\n').replace(LOCK, `${LOOK}${pause}${LOCK}`)).execute(app.db.query);
}
