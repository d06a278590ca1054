import { expect, test } from 'vitest';

import { lackingDishesText } from './lacking-dishes.ts';

const dish = (id: string, name: string) => ({ id, name, emoji: '🥘', price: 1_400 });
const TICKETS = [
  { menu: [{ sectionId: 's', sectionName: 'Entrants', items: [dish('olives', 'Olives')] }, { sectionId: 'm', sectionName: 'Plat', items: [dish('paella', 'Paella')] }] },
  { menu: [{ sectionId: 'm', sectionName: 'Plat', items: [dish('fideua', 'Fideuà')] }] },
];

test.each([
  ['that is sold out', [{ ticket: 0, sectionId: 'm', itemId: 'paella', available: 0 }], "Ticket 1: «Paella» s'ha esgotat."],
  ['of which one is left', [{ ticket: 1, sectionId: 'm', itemId: 'fideua', available: 1 }], 'Ticket 2: «Fideuà» no arriba per a tots, només en queda 1.'],
  ['of which some are left', [{ ticket: 0, sectionId: 's', itemId: 'olives', available: 2 }], 'Ticket 1: «Olives» no arriba per a tots, només en queden 2.'],
  ['that no ticket names', [{ ticket: 5, sectionId: 'm', itemId: 'ghost', available: 0 }], "Ticket 6: «ghost» s'ha esgotat."],
  ['and another', [{ ticket: 0, sectionId: 'm', itemId: 'paella', available: 0 }, { ticket: 1, sectionId: 'm', itemId: 'fideua', available: 0 }], "Ticket 1: «Paella» s'ha esgotat. Ticket 2: «Fideuà» s'ha esgotat."],
])('a dish %s is told by its name and its ticket', (_what, lacking, text) => {
  expect(lackingDishesText(lacking, TICKETS)).toBe(text);
});
