import type { ComposedTicket } from '../event/menu.ts';

export interface LackingDish {
  ticket: number;
  sectionId: string;
  itemId: string;
  available: number;
}

export function lackingDishesText(lacking: readonly LackingDish[], tickets: readonly Pick<ComposedTicket, 'menu'>[]): string {
  const sentences = lacking.map(({ ticket, itemId, available }) => {
    const dish = tickets[ticket]?.menu.flatMap(({ items }) => items).find(({ id }) => id === itemId);
    return `Ticket ${ticket + 1}: «${dish?.name ?? itemId}» ${lackText(available)}.`;
  });
  return sentences.join(' ');
}

function lackText(available: number): string {
  if (available === 0) return "s'ha esgotat";
  return available === 1 ? 'no arriba per a tots, només en queda 1' : `no arriba per a tots, només en queden ${available}`;
}
