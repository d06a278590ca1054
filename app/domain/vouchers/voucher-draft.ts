import type { VoucherCategory, VoucherKind } from './voucher.ts';
import { parseVoucherLabel } from './voucher-code.ts';

export const MOST_CODES = 1_000;
export const MOST_USES = 100_000;

/** What an admin asks for. */
export interface VoucherDraft {
  kind: VoucherKind;
  /** Of a hundred, or cents. */
  value: number | null;
  per: 'order' | 'ticket' | null;
  category: VoucherCategory | null;
  eventIds: readonly number[];
  uses: number;
  perMailbox: number | null;
  ticketLimit: number | null;
  combines: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  count: number;
  /** One code in words of their own; null: drawn by lot. */
  label: string | null;
  note: string | null;
}

/** By field, as the API names them. */
export function voucherProblems(draft: VoucherDraft): Record<string, string> {
  const { kind, value, per, category, eventIds, startsAt, endsAt, count, label } = draft;
  const problems: Record<string, string> = {};
  if (kind === 'percent' && (value === null || value > 100 || value < 1)) problems['value'] = 'Escriu quant es descompta, entre 1 i 100';
  if (kind === 'amount' && (value === null || value < 1)) problems['value'] = 'Escriu quant es descompta, en euros';
  if (kind === 'amount' && per === null) problems['per'] = 'Tria si és per comanda o per tiquet';
  if (kind === 'category' && category === null) problems['category'] = 'Tria quin preu dona';
  if (kind === 'unlock' && eventIds.length === 0) problems['eventIds'] = 'Tria quins actes obri';
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) problems['until'] = "L'últim dia no pot ser abans del primer";
  if (label !== null && parseVoucherLabel(label) === null) problems['code'] = 'Posa de 8 a 24 lletres sense accents i xifres (els guions no compten)';
  if (label !== null && count > 1) problems['code'] = 'Només es pot triar quan és un codi sol';
  return problems;
}

/** What does not belong to the kind is left out. */
export function tidyVoucher(draft: VoucherDraft): VoucherDraft {
  const { kind } = draft;
  const hasValue = kind === 'percent' || kind === 'amount';
  return {
    ...draft,
    value: hasValue ? draft.value : null,
    per: kind === 'amount' ? draft.per : null,
    category: kind === 'category' ? draft.category : null,
    ticketLimit: kind === 'unlock' ? null : draft.ticketLimit,
    combines: kind !== 'unlock' && draft.combines,
    note: draft.note?.trim() === '' ? null : draft.note,
  };
}
