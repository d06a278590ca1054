import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { ServableDish } from '#app/domain/door/serving.ts';

export interface ServedDish {
  place: number;
  scannedAt: Date;
  scannedBy: string;
  device: string | null;
}

export async function selectServedDishes(query: Query, ticketId: string): Promise<ServedDish[]> {
  return query
    .selectFrom('servedDishes')
    .innerJoin('scans', 'scans.id', 'servedDishes.scanId')
    .select(['servedDishes.place', 'scans.scannedAt', 'scans.scannedBy', 'scans.device'])
    .where('servedDishes.ticketId', '=', ticketId)
    .where('servedDishes.undoneAt', 'is', null)
    .orderBy('servedDishes.id')
    .execute();
}

export async function insertServedDishes(query: Query, of: { scanId: string; ticketId: string }, dishes: readonly ServableDish[]): Promise<void> {
  await query.insertInto('servedDishes').values(dishes.map(({ place, section, name }) => ({ ...of, place, section, name, undoneAt: null }))).execute();
}

/** The one named by the device's nonce, else the newest. */
export async function selectServingToUndo(query: Query, ticketId: string, nonce: string) {
  const servings = await query
    .selectFrom('scans')
    .select(['id', 'nonce', 'scannedBy', 'device', 'scannedAt'])
    .where('ticketId', '=', ticketId)
    .where((eb) => eb.exists(eb.selectFrom('servedDishes').select('servedDishes.id').whereRef('servedDishes.scanId', '=', 'scans.id').where('servedDishes.undoneAt', 'is', null)))
    .orderBy('id', 'desc')
    .execute();
  return servings.find((serving) => serving.nonce === nonce) ?? servings[0] ?? null;
}

export async function markServingUndone(query: Query, scanId: string, now: Date): Promise<void> {
  await query.updateTable('servedDishes').set({ undoneAt: now }).where('scanId', '=', scanId).where('undoneAt', 'is', null).execute();
}
