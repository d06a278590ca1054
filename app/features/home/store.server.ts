import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { BlockItem, BlockKind } from '#app/domain/site/home-block.ts';

import { blockItemsSchema } from './schema.ts';

export interface BlockRow {
  id: string;
  kind: BlockKind;
  title: string;
  intro: string;
  items: BlockItem[];
  hidden: boolean;
  version: number;
}

const COLUMNS = ['id', 'kind', 'title', 'intro', 'items', 'hidden', 'version'] as const;

const toRow = (row: Omit<BlockRow, 'items'> & { items: unknown }): BlockRow => ({ ...row, items: blockItemsSchema.parse(row.items) });

export async function selectBlocks(query: Query | Tx): Promise<BlockRow[]> {
  return (await query.selectFrom('homeBlocks').select(COLUMNS).orderBy('position').orderBy('id').limit(100).execute()).map(toRow);
}

export async function selectBlock(query: Query | Tx, id: string): Promise<BlockRow | null> {
  const row = await query.selectFrom('homeBlocks').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ? toRow(row) : null;
}

/** Serializes moves and edits of blocks. */
export async function lockBlocks(tx: Tx): Promise<BlockRow[]> {
  return (await tx.selectFrom('homeBlocks').select(COLUMNS).orderBy('position').orderBy('id').forUpdate().execute()).map(toRow);
}

export async function insertBlock(tx: Tx, block: { id: string; kind: BlockKind; title: string; items?: readonly BlockItem[]; intro?: string; position: number; now: Date }): Promise<void> {
  const { id, kind, title, items = [], intro = '', position, now } = block;
  await tx.insertInto('homeBlocks').values({ id, kind, title, intro, items: JSON.stringify(items), position, changedAt: now }).execute();
}

export async function updateBlock(tx: Tx, block: { id: string; now: Date; title?: string; intro?: string; items?: readonly BlockItem[]; hidden?: boolean }): Promise<void> {
  const { id, now, items, ...rest } = block;
  await tx
    .updateTable('homeBlocks')
    .set((row) => ({ ...rest, ...(items && { items: JSON.stringify(items) }), changedAt: now, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Leaves the version alone, so that concurrent edits of the text do not conflict. */
export async function updatePictures(tx: Tx, { id, items, now }: { id: string; items: readonly BlockItem[]; now: Date }): Promise<void> {
  await tx.updateTable('homeBlocks').set({ items: JSON.stringify(items), changedAt: now }).where('id', '=', id).execute();
}

export async function updatePositions(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) await tx.updateTable('homeBlocks').set({ position }).where('id', '=', id).execute();
}

export async function deleteBlock(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('homeBlocks').where('id', '=', id).execute();
}
