import { writeCsv } from 'hucre/csv';

import { type KeyReused, withIdempotency } from '#app/platform/adapters/db/idempotency.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { tidyVoucher, type VoucherDraft, voucherProblems } from '#app/domain/vouchers/voucher-draft.ts';
import { isOver, voucherText } from '#app/domain/vouchers/voucher.ts';
import { parseVoucherCode, parseVoucherLabel, voucherLabel } from '#app/domain/vouchers/voucher-code.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost, type StaffWork } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { worthOf } from '../service.server.ts';
import { type CodeUse, endVoucherRow, insertVoucher, type ListedVoucherRow, selectCodes, selectEventsForVouchers, selectExistingEvents, selectVoucherEvents, selectVoucherOrders, selectVouchers, type VoucherOrder } from '../store.server.ts';

export type VoucherMade = { outcome: 'made'; id: string; codes: string[] } | Invalid | KeyReused | RightLost;

type Invalid = { outcome: 'invalid'; fields: Record<string, string> };

export async function makeVoucher(deps: Deps, admin: AdminId, { draft: requested, idempotencyKey }: { draft: VoucherDraft; idempotencyKey: string | null }): Promise<VoucherMade> {
  const draft = tidyVoucher(requested);
  const problems = voucherProblems(draft);
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', fields: problems };
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, work): Promise<VoucherMade> => {
    // The answer that is stored holds no codes.
    const made = await withIdempotency<{ outcome: 'made'; id: string } | Invalid>(tx, { key: idempotencyKey, scope: 'voucher', request: [admin, draft], now: work.now, done: ['made'] }, () => insertDrawn(deps, tx, { admin, draft, work }));
    return made.outcome === 'made' ? { ...made, codes: (await selectCodes(tx, made.id)).map(({ label }) => label) } : made;
  }).catch((error: unknown): VoucherMade => {
    if (error instanceof CodeIsTaken) return { outcome: 'invalid', fields: { code: 'Eixe codi ja existix, o se li assembla massa: tria\'n un altre' } };
    throw error;
  });
}

async function insertDrawn(deps: Deps, tx: Tx, { admin, draft, work }: { admin: AdminId; draft: VoucherDraft; work: StaffWork }): Promise<{ outcome: 'made'; id: string } | Invalid> {
  const { label, count, eventIds: events, ...voucher } = draft;
  const eventIds = [...new Set(events)];
  if ((await selectExistingEvents(tx, eventIds)).length !== eventIds.length) return { outcome: 'invalid', fields: { eventIds: 'Algun acte ja no hi és: torna a triar' } };
  const id = deps.ids.uuid();
  const codes = label === null ? drawn(deps, count) : [{ code: parseVoucherCode(label) ?? '', label: parseVoucherLabel(label) ?? label }];
  const inserted = await insertVoucher(tx, { ...voucher, id, eventIds, codes, createdAt: work.now, createdBy: admin });
  if (!inserted && label === null) throw new Error('a code was drawn twice');
  if (!inserted) throw new CodeIsTaken();
  await work.audit({ action: 'voucher.made', subject: 'voucher', subjectId: id, detail: { kind: draft.kind, codes: codes.length } });
  return { outcome: 'made', id };
}

/** Rolls the transaction back. */
class CodeIsTaken extends Error {}

function drawn(deps: Pick<Deps, 'ids'>, count: number): { code: string; label: string }[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(deps.ids.voucherCode());
  return [...codes].map((code) => ({ code, label: voucherLabel(code) }));
}

export async function endVoucher(deps: Deps, admin: AdminId, id: string): Promise<{ outcome: 'ended' | 'not_found' } | RightLost> {
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<{ outcome: 'ended' | 'not_found' }> => {
    if (!isUuid(id) || !(await endVoucherRow(tx, id, now))) return { outcome: 'not_found' };
    await audit({ action: 'voucher.ended', subject: 'voucher', subjectId: id.toLowerCase() });
    return { outcome: 'ended' };
  });
}

export interface ListedVoucher extends Omit<ListedVoucherRow, 'firstLabel'> {
  title: string;
  what: string;
  isOver: boolean;
}

const MOST_LISTED = 200;

export async function listVouchers(deps: Pick<Deps, 'db' | 'clock'>, _admin: AdminId): Promise<ListedVoucher[]> {
  const now = deps.clock.now();
  return (await selectVouchers(deps.db.query, { limit: MOST_LISTED })).map((row) => toListed(row, now));
}

function toListed({ firstLabel, ...row }: ListedVoucherRow, now: Date): ListedVoucher {
  return { ...row, title: row.made === 1 ? (firstLabel ?? '') : `${row.made} codis`, what: voucherText({ worth: worthOf(row), ticketLimit: row.ticketLimit }), isOver: isOver(row, now) };
}

export interface VoucherReport extends ListedVoucher {
  codes: CodeUse[];
  orders: VoucherOrder[];
}

export async function readVoucher(deps: Pick<Deps, 'db' | 'clock'>, _admin: AdminId, id: string): Promise<VoucherReport | null> {
  const [row] = isUuid(id) ? await selectVouchers(deps.db.query, { id, limit: 1 }) : [];
  if (row === undefined) return null;
  const [codes, orders] = await Promise.all([selectCodes(deps.db.query, id), selectVoucherOrders(deps.db.query, id)]);
  return { ...toListed(row, deps.clock.now()), codes, orders };
}

/** Each with the link that enters it. */
export function voucherCsv(deps: Pick<Deps, 'env'>, { codes, eventIds, uses, what, note }: VoucherReport): string {
  const rows = codes.map(({ label, used }) => [label, linkOfCard(deps, eventIds, label), what, note ?? '', used, uses]);
  return writeCsv([['Codi', 'Enllaç', 'Què fa', 'Per a qui', 'Usat', 'Usos'], ...rows], { delimiter: ';', bom: true, escapeFormulae: true });
}

export function linkOf({ env }: Pick<Deps, 'env'>, eventId: number, label: string): string {
  return new URL(`/order/${eventId}?codi=${label}`, env.publicUrl).href;
}

/** Where it is for one event, to that; else to the page on which one is chosen. */
export function linkOfCard(deps: Pick<Deps, 'env'>, eventIds: readonly number[], label: string): string {
  const [only, ...more] = eventIds;
  return only === undefined || more.length > 0 ? new URL(`/codi?codi=${label}`, deps.env.publicUrl).href : linkOf(deps, only, label);
}

export async function eventsForVouchers(deps: Pick<Deps, 'db' | 'clock'>, _admin: AdminId): Promise<{ id: number; title: string; date: string }[]> {
  return selectEventsForVouchers(deps.db.query, dayInMadrid(deps.clock.now()));
}

/** None: every event. */
export async function eventsOf(deps: Pick<Deps, 'db'>, { eventIds }: Pick<VoucherReport, 'eventIds'>): Promise<{ id: number; title: string; date: string }[]> {
  return selectVoucherEvents(deps.db.query, eventIds);
}
