import { readMenuSnapshot } from '#app/domain/ticket/menu-snapshot.ts';

import { type MenuSelection, menuSelectionSchema, type SoldChoice, soldChoiceSchema } from './printable-ticket.ts';

export interface SoldMenu {
  menu: MenuSelection;
  extras: SoldChoice[];
  hasDishIds: boolean;
}

/** What is on a ticket as it was stored, in any shape; what can't be read is left out. */
export function soldMenu(stored: { menu: unknown; extras: unknown }): SoldMenu {
  const [menu, extras] = [menuSelectionSchema.safeParse(stored.menu), soldChoiceSchema.array().safeParse(stored.extras)];
  return { menu: menu.success ? menu.data : namesOnly(stored.menu), extras: extras.success ? extras.data : [], hasDishIds: menu.success };
}

function namesOnly(stored: unknown): MenuSelection {
  const reading = readMenuSnapshot(stored);
  return reading.kind === 'menu' ? reading.menu.sections.map(drawnSection) : [];
}

function drawnSection(section: { name: string; dishes: { emoji: string; name: string }[] }, index: number): MenuSelection[number] {
  const items = section.dishes.map((dish, place) => ({ id: `${index}-${place}`, ...dish, price: 0 }));
  return { sectionId: String(index), sectionName: section.name, items };
}
