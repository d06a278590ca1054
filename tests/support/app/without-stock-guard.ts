import { sql } from 'kysely';

import type { TestApp } from './test-app.ts';

/** The sale's first write with the one guard of the stock; a second such write follows after the release of overdue holds. */
const WRITE = /update event_stock set sold = sold \+ v_quantity\s+where event_id = v_event and (\(max_tickets is null or sold \+ v_quantity <= max_tickets \+ v_offered or v_quantity <= v_offered\));/;

/** What asks whether the dishes find a place, and what would make room for them. */
const DISHES = /v_lacking := lacking_dishes\(p->'tickets'\);/g;

/** What a batch looks at the counter with. */
const LOCKED_LOOK = /from event_stock where event_id = v_event for update;/;
const DISHES_OF_BATCH = /v_crowded := short_of_dishes\(p_orders\);/;

/** Negative control: in this test's own database the sale asks before it has the stock row, and believes what it heard. */
export async function removeDishGuard(app: TestApp): Promise<void> {
  await rewrite(app, 'place_order(jsonb)', (definition) => {
    const guards = definition.match(DISHES)?.length ?? 0;
    const naive = definition.replace(DISHES, 'null;').replace(/\nbegin\n/, "\nbegin\n  v_lacking := lacking_dishes(p->'tickets');\n  perform pg_sleep(0.02);\n");
    return guards === 2 ? naive : definition;
  });
  await rewrite(app, 'place_orders(jsonb,jsonb)', (definition) =>
    definition.replace(DISHES_OF_BATCH, 'null;').replace(/\nbegin\n/, '\nbegin\n  v_crowded := short_of_dishes(p_orders);\n  perform pg_sleep(0.2);\n'),
  );
}

/** Negative control: in this test's own database the sale looks first and writes afterwards, as naive shops do. */
export async function removeStockGuard(app: TestApp): Promise<void> {
  await rewrite(app, 'place_order(jsonb)', (definition) =>
    definition.replace(
      WRITE,
      `select sold into v_available from event_stock where event_id = v_event and $1;
  perform pg_sleep(0.02);
  update event_stock set sold = sold + v_quantity where event_id = v_event and v_available is not null;`,
    ),
  );
  await rewrite(app, 'place_orders(jsonb,jsonb)', (definition) => definition.replace(LOCKED_LOOK, 'from event_stock where event_id = v_event;\n  perform pg_sleep(0.2);'));
}

/** Where an order by offer takes the stock row before it looks whether the offer stands. */
const OFFER = /perform 1 from event_stock where event_id = v_event for update;\s+(v_offered := coalesce\(\([\s\S]+?\), 0\);)/;

/** Negative control: in this test's own database an order believes that its offer stands before it has the stock row. */
export async function removeOfferGuard(app: TestApp): Promise<void> {
  await rewrite(app, 'place_order(jsonb)', (definition) => definition.replace(OFFER, '$1\n    perform pg_sleep(0.1);'));
  await rewrite(app, 'place_orders(jsonb,jsonb)', (definition) => definition.replace(LOCKED_LOOK, 'from event_stock where event_id = v_event;'));
}

/** Throws when a guard is not where it is expected, so that the control can't quietly control nothing. */
async function rewrite(app: TestApp, name: string, without: (definition: string) => string): Promise<void> {
  const { rows } = await sql<{ definition: string }>`select pg_get_functiondef(${name}::regprocedure) as definition`.execute(app.db.query);
  const { definition } = rows[0]!;
  const naive = without(definition);
  if (naive === definition) throw new Error(`the guard of ${name} is not where this control looks for it`);
  await sql.raw(naive).execute(app.db.query);
}
