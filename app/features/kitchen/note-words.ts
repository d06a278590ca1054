import type { KitchenNote } from './store.server.ts';

/** '0005-T1': the digits that tell one ticket of the evening from another. */
export function shortNumber(ticketNumber: string): string {
  return /\d{4}-T\d+$/.exec(ticketNumber)?.[0] ?? ticketNumber;
}

/** 'Grup de 4, de Neus Ferrer' */
export function groupText({ name, tickets }: KitchenNote['party']): string {
  const size = tickets === 1 ? 'Ve a soles' : `Grup de ${tickets}`;
  return name === null ? size : `${size}, de ${name}`;
}
