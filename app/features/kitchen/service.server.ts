import { writeCsv } from 'hucre/csv';

import { kitchenSections, type KitchenSheet, kitchenSheet, type SheetSection } from '#app/domain/kitchen.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';

import { groupText } from './note-words.ts';
import { selectDishes, selectSheetHead, type SheetHead } from './store.server.ts';

/** Spec §9. */
export async function readKitchen(deps: Deps, _admin: AdminId, eventId: number): Promise<KitchenSheet> {
  return kitchenSheet(await selectDishes(deps.db.query, eventId));
}

export interface SheetOfEvent extends Omit<SheetHead, 'sections'> {
  sections: SheetSection[];
  asOf: Date;
}

export async function readKitchenSheet(deps: Deps, _admin: AdminId, eventId: number): Promise<SheetOfEvent | null> {
  const [head, dishes] = await Promise.all([selectSheetHead(deps.db.query, eventId), selectDishes(deps.db.query, eventId)]);
  return head && { ...head, sections: kitchenSections(dishes, head.sections), asOf: deps.clock.now() };
}

/** Contains the notes: for the kitchen alone. */
export function kitchenCsv({ sections, notes }: SheetOfEvent): string {
  const rows = sections.flatMap(({ name, dishes }) => dishes.map((dish) => [name, dish.name, dish.ordered, dish.served, dish.left, '']));
  const noted = notes.map(({ dishes, note, ...whose }) => ['Nota', `${whose.ticketNumber}: ${dishes.join(', ')}`, '', '', '', note, whose.name ?? '', groupText(whose.group)]);
  return writeCsv([['Secció', 'Plat', 'Demanats', 'Servits', 'Queden', 'Observacions', 'Nom', 'Grup'], ...rows, ...noted], { delimiter: ';', bom: true, escapeFormulae: true });
}
