import type { GrantableRight } from './rights.ts';

export const RIGHT_NAMES: Record<GrantableRight, { name: string; purpose: string }> = {
  door: { name: 'Porta', purpose: 'Verifica tiquets' },
  editor: { name: 'Redacció', purpose: 'Escriu notícies i llibrets' },
  till: { name: 'Taquilla', purpose: 'Ven tiquets en persona' },
};
