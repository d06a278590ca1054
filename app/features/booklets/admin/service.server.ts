import { withIdempotency, type KeyReused } from '#app/platform/adapters/db/idempotency.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { type BookletDraft, bookletProblems } from '#app/domain/booklets/booklet-fields.ts';
import type { Problems } from '#app/domain/fields/field.ts';
import { BOOKLET_TEXTS, yearTakenText } from '#app/domain/booklets/booklet.ts';
import { assignFiles } from '#app/features/files/service.server.ts';
import type { Staff } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost, type StaffWork } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { BookletRow } from '../store.server.ts';
import { insertBooklet, lockBooklet, lockYears, removeBooklet, replaceFile, selectIdOfYear, updateBooklet } from './store.server.ts';

type EditorId = Staff<'editor'>;
type Invalid = { outcome: 'invalid'; problems: Problems };

/** A repeated key returns the first outcome without repeating the change. */
interface Keyed {
  idempotencyKey?: string | null;
}

export interface NewBooklet extends Keyed {
  draft: BookletDraft;
  /** An upload that belongs to nothing yet. */
  fileId: string;
}

export type CreateBookletOutcome = { outcome: 'done'; id: string; version: number } | Invalid | KeyReused | RightLost;

export async function createBooklet(deps: Deps, editor: EditorId, { draft, fileId, idempotencyKey = null }: NewBooklet): Promise<CreateBookletOutcome> {
  const problems = bookletProblems(draft);
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  return asStaff(deps, { staff: editor, right: 'editor' }, (tx, work) =>
    withIdempotency<Exclude<CreateBookletOutcome, KeyReused | RightLost>>(tx, { key: idempotencyKey, scope: 'booklet', request: ['create', editor, draft, fileId], now: work.now }, async () => {
      const id = deps.ids.uuid();
      await lockYears(tx);
      const problem = (await yearProblem(tx, { id, year: draft.year })) ?? (await fileProblem(tx, { id, fileId, now: work.now }));
      if (problem) return { outcome: 'invalid', problems: problem };
      await insertBooklet(tx, { id, draft, fileId, now: work.now });
      await work.audit({ action: 'booklet.created', subject: 'booklet', subjectId: id, detail: { year: draft.year } });
      return { outcome: 'done', id, version: 1 };
    }),
  );
}

export interface BookletChange extends Keyed {
  id: string;
  version: number;
  draft: BookletDraft;
  fileId: string | null;
}

export type SaveBookletOutcome = { outcome: 'done'; version: number } | { outcome: 'conflict'; current: BookletRow } | { outcome: 'not_found' } | Invalid | KeyReused | RightLost;
type Saved = Exclude<SaveBookletOutcome, KeyReused | RightLost>;

/** Optimistic locking: an edit of an older version is refused. A replaced PDF is deleted. */
export async function saveBooklet(deps: Deps, editor: EditorId, change: BookletChange): Promise<SaveBookletOutcome> {
  const problems = bookletProblems(change.draft);
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  return asStaff(deps, { staff: editor, right: 'editor' }, (tx, work) =>
    withIdempotency<Saved>(tx, { key: change.idempotencyKey ?? null, scope: 'booklet', request: ['save', editor, change], now: work.now }, () => saveTx(tx, { change, work })),
  );
}

async function saveTx(tx: Tx, { change, work }: { change: BookletChange; work: StaffWork }): Promise<Saved> {
  const { id, draft, fileId } = change;
  await lockYears(tx);
  const current = await lockBooklet(tx, id);
  if (current === null) return { outcome: 'not_found' };
  if (current.version !== change.version) return { outcome: 'conflict', current };
  const isNewFile = fileId !== null && fileId !== current.fileId;
  const problem = (await yearProblem(tx, { id, year: draft.year })) ?? (isNewFile ? await fileProblem(tx, { id, fileId, now: work.now }) : null);
  if (problem) return { outcome: 'invalid', problems: problem };
  if (isNewFile) await replaceFile(tx, { id, fileId });
  const version = await updateBooklet(tx, { id, draft, now: work.now });
  await work.audit({ action: 'booklet.changed', subject: 'booklet', subjectId: id, detail: { version, year: draft.year, file: isNewFile } });
  return { outcome: 'done', version };
}

export type DeleteBookletOutcome = { outcome: 'done' } | { outcome: 'not_found' } | KeyReused | RightLost;

export async function deleteBooklet(deps: Deps, editor: EditorId, { id, idempotencyKey = null }: { id: string } & Keyed): Promise<DeleteBookletOutcome> {
  return asStaff(deps, { staff: editor, right: 'editor' }, (tx, work) =>
    withIdempotency<Exclude<DeleteBookletOutcome, KeyReused | RightLost>>(tx, { key: idempotencyKey, scope: 'booklet', request: ['delete', editor, id], now: work.now }, async () => {
      const current = await lockBooklet(tx, id);
      if (current === null) return { outcome: 'not_found' };
      await assignFiles(tx, { bucket: 'booklets', ownerId: id, fileIds: [], now: work.now });
      await removeBooklet(tx, id);
      await work.audit({ action: 'booklet.deleted', subject: 'booklet', subjectId: id, detail: { year: current.year } });
      return { outcome: 'done' };
    }),
  );
}

async function yearProblem(tx: Tx, { id, year }: { id: string; year: number }): Promise<Problems | null> {
  const existingId = await selectIdOfYear(tx, year);
  return existingId === null || existingId === id ? null : { year: yearTakenText(year) };
}

async function fileProblem(tx: Tx, { id, fileId, now }: { id: string; fileId: string; now: Date }): Promise<Problems | null> {
  const assigned = await assignFiles(tx, { bucket: 'booklets', ownerId: id, fileIds: [fileId], now });
  return 'missing' in assigned ? { fileId: BOOKLET_TEXTS.fileGone } : null;
}
