import type { KitchenNote } from './store.server.ts';

/** 'Grup de 4, de Neus Ferrer' */
export function groupText({ name, tickets }: KitchenNote['group']): string {
  const size = tickets === 1 ? 'Ve a soles' : `Grup de ${tickets}`;
  return name === null ? size : `${size}, de ${name}`;
}
