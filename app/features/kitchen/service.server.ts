import { type KitchenSheet, kitchenSheet } from '#app/domain/kitchen.ts';
import type { Deps } from '#app/deps.server.ts';
import type { AdminId } from '#app/http/guards/guards.server.ts';

import { selectDishes } from './store.server.ts';

/** Spec §9. */
export async function readKitchen(deps: Deps, _admin: AdminId, eventId: number): Promise<KitchenSheet> {
  return kitchenSheet(await selectDishes(deps.db.query, eventId));
}
