import { z } from 'zod';

import { checkField, choiceField, countField, dateField, moneyField, optional, textField } from '#app/design/admin-kit/form/field-schema.ts';
import { MOST_CODES, MOST_USES } from '#app/domain/vouchers/voucher-draft.ts';
import { VOUCHER_CATEGORIES, VOUCHER_KINDS } from '#app/domain/vouchers/voucher.ts';

const uses = countField({ required: 'Escriu quantes vegades', min: 1, max: MOST_USES });

export const voucherForm = z.object({
  kind: choiceField(VOUCHER_KINDS, 'Tria què fa el codi'),
  percent: optional(countField({ required: 'Escriu quant es descompta', min: 1, max: 100 })),
  amount: optional(moneyField({ required: 'Escriu quant es descompta, en euros' })),
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
