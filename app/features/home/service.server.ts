import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { fileRefusalText, IMAGE_GONE } from '#app/domain/files/file-refusal.ts';
import { type Picture, pictureOf } from '#app/domain/files/picture.ts';
import type { SentImage } from '#app/domain/files/sent-image.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { Draft } from '#app/domain/fields/field.ts';
import type { BLOCK_FIELDS, ItemValues } from '#app/domain/site/home-block-fields.ts';
import { type BlockItem, type BlockKind, type BlockStep, BLOCK_WORDS, isVisibleBlock, MAX_BLOCKS, moveBlock } from '#app/domain/site/home-block.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { assignFiles, findFiles, takeImage } from '#app/features/files/service.server.ts';
import type { FileAccess } from '#app/features/files/serving/service.server.ts';
import { CREST_OWNER } from '#app/features/settings/service.server.ts';
import type { Staff } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost, type StaffWork } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type BlockRow, deleteBlock, insertBlock, lockBlocks, selectBlock, selectBlocks, updateBlock, updatePictures, updatePositions } from './store.server.ts';

type Editor = Staff<'editor'>;

export interface MenuItemView extends BlockItem {
  picture: Picture | null;
}

export interface HomeBlock extends Omit<BlockRow, 'items'> {
  items: MenuItemView[];
}

/** Those that visitors see, in their order. */
export async function visibleBlocks(deps: Deps): Promise<HomeBlock[]> {
  return withPictures(deps, (await selectBlocks(deps.db.query)).filter(isVisibleBlock));
}

export async function listBlocks(deps: Deps): Promise<BlockRow[]> {
  return selectBlocks(deps.db.query);
}

export async function findBlock(deps: Deps, id: string): Promise<HomeBlock | null> {
  const block = isUuid(id) ? await selectBlock(deps.db.query, id) : null;
  return block && ((await withPictures(deps, [block]))[0] ?? null);
}

async function withPictures(deps: Deps, blocks: readonly BlockRow[]): Promise<HomeBlock[]> {
  const ids = blocks.flatMap(({ items }) => items.flatMap(({ fileId }) => fileId ?? []));
  const pictures = new Map((await findFiles(deps.db.query, ids)).map((file) => [file.id, pictureOf(file)]));
  return blocks.map((block) => ({ ...block, items: block.items.map((item) => ({ ...item, picture: item.fileId === null ? null : (pictures.get(item.fileId) ?? null) })) }));
}

export type BlockOutcome = { outcome: 'done' } | { outcome: 'not_found' } | RightLost;

/** Appended last; visible once it has content. */
export async function addBlock(deps: Deps, editor: Editor, kind: BlockKind): Promise<{ outcome: 'done'; id: string } | { outcome: 'too_many' } | RightLost> {
  return asStaff(deps, { staff: editor, right: 'editor' }, async (tx, work) => {
    const blocks = await lockBlocks(tx);
    if (blocks.length >= MAX_BLOCKS) return { outcome: 'too_many' as const };
    const id = deps.ids.uuid();
    await insertBlock(tx, { id, kind, title: BLOCK_WORDS[kind].title, position: blocks.length, now: work.now });
    await recordChange(work, 'home.block_added', id);
    return { outcome: 'done' as const, id };
  });
}

export interface EditedBlock extends Draft<typeof BLOCK_FIELDS> {
  id: string;
  version: number;
  items: readonly (ItemValues & { id: string | null })[];
}

/** Items keep their pictures; those of removed items are deleted. */
export async function saveBlock(deps: Deps, editor: Editor, edited: EditedBlock): Promise<BlockOutcome | { outcome: 'conflict'; current: BlockRow }> {
  return editBlock(deps, editor, { id: edited.id, action: 'home.block_changed' }, async (tx, { standing, work }) => {
    if (edited.version !== standing.version) return { outcome: 'conflict' as const, current: standing };
    const known = new Map(standing.items.map((item) => [item.id, item]));
    const items = edited.items.map((item): BlockItem => ({ ...item, id: item.id !== null && known.has(item.id) ? item.id : deps.ids.uuid(), fileId: known.get(item.id ?? '')?.fileId ?? null }));
    await assignPictures(tx, { id: standing.id, items, now: work.now });
    await updateBlock(tx, { id: standing.id, title: edited.title, intro: edited.intro, items, now: work.now });
    return DONE;
  });
}

export async function hideBlock(deps: Deps, editor: Editor, { id, hidden }: { id: string; hidden: boolean }): Promise<BlockOutcome> {
  return editBlock(deps, editor, { id, action: hidden ? 'home.block_hidden' : 'home.block_shown' }, async (tx, { work }) => {
    await updateBlock(tx, { id, hidden, now: work.now });
    return DONE;
  });
}

export async function removeBlock(deps: Deps, editor: Editor, id: string): Promise<BlockOutcome> {
  return editBlock(deps, editor, { id, action: 'home.block_removed' }, async (tx, { work }) => {
    await assignPictures(tx, { id, items: [], now: work.now });
    await deleteBlock(tx, id);
    return DONE;
  });
}

export async function stepBlock(deps: Deps, editor: Editor, { id, step }: { id: string; step: BlockStep }): Promise<BlockOutcome> {
  return editBlock(deps, editor, { id, action: 'home.block_moved' }, async (tx, { blocks }) => {
    await updatePositions(tx, moveBlock(blocks.map((block) => block.id), { id, step }));
    return DONE;
  });
}

export type BlockPictureOutcome = BlockOutcome | { outcome: 'refused_image'; problem: string };

export async function setItemPicture(deps: Deps, editor: Editor, input: { blockId: string; itemId: string; image: SentImage | null }): Promise<BlockPictureOutcome> {
  const { blockId, itemId, image } = input;
  const stored = image && (await takeImage(deps, { bucket: 'site', image, createdBy: editor }));
  if (stored && 'refused' in stored) return { outcome: 'refused_image', problem: fileRefusalText(stored.refused, 'site') };
  return editBlock(deps, editor, { id: blockId, action: 'home.block_changed' }, async (tx, { standing, work }) => {
    const items = standing.items.map((item) => (item.id === itemId ? { ...item, fileId: stored?.fileId ?? null } : item));
    const isThere = await assignPictures(tx, { id: blockId, items, now: work.now });
    if (!isThere) return { outcome: 'refused_image' as const, problem: IMAGE_GONE };
    await updatePictures(tx, { id: blockId, items, now: work.now });
    return DONE;
  });
}

/** The crest is public; a block's picture is as visible as its block. */
export async function siteFileAccess(deps: Deps, { ownerId, actor }: { ownerId: string; actor: Actor }): Promise<FileAccess> {
  if (ownerId === CREST_OWNER) return { to: 'everyone' };
  const block = ownerId.startsWith(BLOCK_OWNER) ? await selectBlock(deps.db.query, ownerId.slice(BLOCK_OWNER.length)) : null;
  if (!block) return 'refused';
  if (isVisibleBlock(block)) return { to: 'everyone' };
  return actor.kind === 'user' && actor.rights.includes('editor') ? { to: 'reader' } : 'refused';
}

const BLOCK_OWNER = 'block:';

async function assignPictures(tx: Tx, { id, items, now }: { id: string; items: readonly BlockItem[]; now: Date }): Promise<boolean> {
  return 'assigned' in (await assignFiles(tx, { bucket: 'site', ownerId: BLOCK_OWNER + id, fileIds: items.flatMap(({ fileId }) => fileId ?? []), now }));
}

const DONE = { outcome: 'done' as const };

async function editBlock<Edited extends { outcome: string }>(
  deps: Deps,
  editor: Editor,
  which: { id: string; action: string },
  edit: (tx: Tx, facts: { standing: BlockRow; blocks: BlockRow[]; work: StaffWork }) => Promise<Edited>,
): Promise<BlockOutcome | Edited> {
  return asStaff(deps, { staff: editor, right: 'editor' }, async (tx, work): Promise<BlockOutcome | Edited> => {
    const blocks = await lockBlocks(tx);
    const standing = blocks.find(({ id }) => id === which.id);
    if (!standing) return { outcome: 'not_found' };
    const edited = await edit(tx, { standing, blocks, work });
    if (edited.outcome === 'done') await recordChange(work, which.action, which.id);
    return edited;
  });
}

function recordChange(work: StaffWork, action: string, id: string): Promise<void> {
  return work.audit({ action, subject: 'home_block', subjectId: id });
}
