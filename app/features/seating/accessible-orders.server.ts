import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

/** Orders of an event of which somebody asked for an accessible place; seating asks nobody else. */
export async function selectAccessibleOrders(_query: Query | Tx, _eventId: number): Promise<ReadonlySet<string>> {
  return Promise.resolve(new Set<string>());
}
