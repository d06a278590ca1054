import { z } from 'zod';

import { checkField, choiceField, countField, dateField, moneyField, optional, textField } from '#app/design/admin-kit/form/field-schema.ts';
import { MOST_CODES, MOST_USES } from '#app/domain/vouchers/voucher-draft.ts';
import { VOUCHER_CATEGORIES, VOUCHER_KINDS, type VoucherKind } from '#app/domain/vouchers/voucher.ts';

const uses = countField({ required: 'Escriu quantes vegades', min: 1, max: MOST_USES });

const percent = countField({ required: 'Escriu quant es descompta, entre 1 i 100', min: 1, max: 100 });
const amount = moneyField({ required: 'Escriu quant es descompta, en euros' });

interface TypedWorth {
  kind: VoucherKind;
  percent?: string | undefined;
  amount?: string | undefined;
}

/** Of what was typed for the chosen kind; other kinds' fields are not looked at. */
export function readTypedValue({ kind, ...typed }: TypedWorth): { value: number | null } | { problems: string[]; field: string } {
  if (kind !== 'percent' && kind !== 'amount') return { value: null };
  const read = (kind === 'percent' ? percent : amount).safeParse(typed[kind] ?? '');
  return read.success ? { value: read.data } : { problems: read.error.issues.map(({ message }) => message), field: kind };
}

const worth = z.object({ kind: choiceField(VOUCHER_KINDS, 'Tria què fa el codi'), percent: z.string().optional(), amount: z.string().optional() }).superRefine((typed, context) => {
  const read = readTypedValue(typed);
  if ('problems' in read) for (const message of read.problems) context.addIssue({ code: 'custom', message, path: [read.field] });
});

const others = z.object({
  per: choiceField(['order', 'ticket'], 'Tria si és per comanda o per tiquet'),
  category: choiceField(VOUCHER_CATEGORIES, 'Tria quin preu dona'),
  event: z.array(z.string()).max(50, 'Tria com a molt 50 actes').default([]),
  count: countField({ required: 'Escriu quants codis', min: 1, max: MOST_CODES }),
  code: optional(textField({ required: 'Escriu el codi', max: 60 })),
  uses,
  perMailbox: optional(uses),
  ticketLimit: optional(uses),
  combines: checkField(),
  from: optional(dateField({ required: 'Escriu el dia' })),
  until: optional(dateField({ required: 'Escriu el dia' })),
  note: optional(textField({ required: 'Escriu per a qui és', max: 500 })),
});

export const voucherForm = z.intersection(worth, others);
