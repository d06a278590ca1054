import type { ItemValues } from './home-block-fields.ts';

export const BLOCK_KINDS = ['falleres', 'monument', 'sponsors', 'numbers'] as const;

export type BlockKind = (typeof BLOCK_KINDS)[number];

export interface BlockItem extends ItemValues {
  id: string;
  fileId: string | null;
}

export const MAX_BLOCKS = 20;
export const MAX_BLOCK_ITEMS = 40;

interface BlockWords {
  name: string;
  title: string;
  itemName: string;
  text: string;
  detail: string;
  url: string | null;
  hasPictures: boolean;
}

export const BLOCK_WORDS: Record<BlockKind, BlockWords> = {
  falleres: { name: 'Falleres i càrrecs', title: 'Les nostres falleres', itemName: 'Persona', text: 'Nom', detail: 'Càrrec', url: null, hasPictures: true },
  monument: { name: 'Monument', title: 'El monument', itemName: 'Apartat', text: 'Títol', detail: 'Què en conteu', url: null, hasPictures: true },
  sponsors: { name: 'Patrocinadors', title: 'Gràcies a qui ens fa costat', itemName: 'Patrocinador', text: 'Nom', detail: 'Una línia', url: 'Web', hasPictures: true },
  numbers: { name: 'La falla en xifres', title: 'La falla en xifres', itemName: 'Xifra', text: 'Xifra', detail: 'Què compta', url: null, hasPictures: false },
};

export function isVisibleBlock({ hidden, items }: { hidden: boolean; items: readonly BlockItem[] }): boolean {
  return !hidden && items.length > 0;
}

export type BlockStep = 'up' | 'down';

export function moveBlock(ids: readonly string[], { id, step }: { id: string; step: BlockStep }): string[] {
  const from = ids.indexOf(id);
  const to = step === 'up' ? from - 1 : from + 1;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  const moved = [...ids];
  [moved[from], moved[to]] = [moved[to]!, moved[from]!];
  return moved;
}
