import { sql } from 'kysely';

import type { TestApp } from './test-app.ts';

/** The sale's first write with the one guard of the stock; a second such write follows after the release of overdue holds. */
const WRITE = /update event_stock set sold = sold \+ v_quantity\s+where event_id = v_event and (\(max_tickets is null or sold \+ v_quantity <= max_tickets \+ v_offered or v_quantity <= v_offered\));/;

/** What asks whether the dishes find a place, and what would make room for them. */
const DISHES = /v_lacking := lacking_dishes\(p->'tickets'\);/g;

/** Negative control: in this test's own database the sale asks before it has the stock row, and believes what it heard. */
export async function removeDishGuard(app: TestApp): Promise<void> {
  const { rows } = await sql<{ definition: string }>`select pg_get_functiondef('place_order(jsonb)'::regprocedure) as definition`.execute(app.db.query);
  const { definition } = rows[0]!;
  const guards = definition.match(DISHES)?.length ?? 0;
  const naive = definition.replace(DISHES, 'null;').replace(/\nbegin\n/, "\nbegin\n  v_lacking := lacking_dishes(p->'tickets');\n  perform pg_sleep(0.02);\n");
  if (guards !== 2 || naive === definition) throw new Error('the dish guard of place_order is not where this control looks for it');
  await sql.raw(naive).execute(app.db.query);
}

/**
 * Negative control: in this test's own database the sale looks first and writes afterwards, as naive shops do. Throws when
 * the guard is not where it is expected, so that the control can't quietly control nothing.
 */
export async function removeStockGuard(app: TestApp): Promise<void> {
  const { rows } = await sql<{ definition: string }>`select pg_get_functiondef('place_order(jsonb)'::regprocedure) as definition`.execute(app.db.query);
  const naive = rows[0]!.definition.replace(
    WRITE,
    `select sold into v_available from event_stock where event_id = v_event and $1;
  perform pg_sleep(0.02);
  update event_stock set sold = sold + v_quantity where event_id = v_event and v_available is not null;`,
  );
  if (naive === rows[0]!.definition) throw new Error('the stock guard of place_order is not where this control looks for it');
  await sql.raw(naive).execute(app.db.query);
}
