import type { GrantableRight } from './rights.ts';

/** How a right is called on the admin screens, and what it is for. */
export const RIGHT_NAMES: Record<GrantableRight, { name: string; purpose: string }> = {
  door: { name: 'Porta', purpose: 'Verifica tiquets' },
  editor: { name: 'Redacció', purpose: 'Escriu notícies i llibrets' },
  till: { name: 'Taquilla', purpose: 'Ven tiquets en persona' },
};
