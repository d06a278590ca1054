import { readFileSync } from 'node:fs';

import { sql } from 'kysely';

import type { TestApp } from './test-app.ts';

/** Negative control: in this test's own database the function of `db/functions/<file>` has other words in these places. */
export async function changeFunction(app: TestApp, file: string, replacements: readonly (readonly [former: string, changed: string])[]): Promise<void> {
  let text = readFileSync(new URL(`../../../db/functions/${file}`, import.meta.url), 'utf8');
  for (const [former, changed] of replacements) {
    const parts = text.split(former);
    // Or the control would quietly control nothing.
    if (parts.length !== 2) throw new Error(`${file} says ${parts.length - 1} times, and not once: ${former}`);
    text = parts.join(changed);
  }
  await sql.raw(text).execute(app.db.query);
}

const LOCK = '  perform from event_stock where event_id = v_event for update;\n';
const LOOK = '\n  v_refusals := order_refusals(v_event, v_now, v_orders);\n';

/**
 * The sale looks before it has the stock row, and believes what it saw, as naive shops do. The pause between is for a batch of several
 * orders, and for a single one.
 */
export async function lookBeforeTheLock(app: TestApp, { seconds, secondsAlone }: { seconds: number; secondsAlone: number }): Promise<void> {
  const pause = `  perform pg_sleep(case when v_count > 1 then ${seconds} else ${secondsAlone} end);\n`;
  await changeFunction(app, 'place_orders.sql', [[LOOK, '\n'], [LOCK, `${LOOK}${pause}${LOCK}`]]);
}
