import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { addDays, formatDate } from '#app/domain/time/dates.ts';
import { dayInMadrid, startOfDayInMadrid } from '#app/domain/time/madrid-time.ts';

import { eventsForVouchers, listVouchers, makeVoucher } from './service.server.ts';
import { readTypedValue, voucherForm } from './voucher-form.ts';

export const loader = adminLoader('admin', async ({ deps, staff }) => {
  const [vouchers, events] = await Promise.all([listVouchers(deps, staff), eventsForVouchers(deps, staff)]);
  const listed = vouchers.map(({ id, title, what, note, made, uses, used, worth, endsAt, isOver }) => ({
    id,
    title,
    what,
    note,
    mayBeUsed: made * uses,
    used,
    worth,
    isOver,
    untilText: endsAt === null ? null : formatDate(dayInMadrid(new Date(endsAt.getTime() - 1))),
  }));
  return { vouchers: listed, events };
});

export const action = adminAction({
  right: 'admin',
  touches: { make: 'money' },
  intents: {
    async make({ deps, staff, parse, answer, done }) {
      const { percent, amount, event, from, until, code, ...typed } = parse(voucherForm);
      const read = readTypedValue({ kind: typed.kind, percent, amount });
      const made = await makeVoucher(deps, staff, {
        idempotencyKey: null,
        draft: {
          ...typed,
          value: 'value' in read ? read.value : null,
          eventIds: event.map(Number).filter(Number.isSafeInteger),
          startsAt: from === null ? null : new Date(startOfDayInMadrid(from)),
          endsAt: until === null ? null : new Date(startOfDayInMadrid(addDays(until, 1))),
          label: code,
        },
      });
      return answer(made, {
        made: ({ id, codes }) => done(`/admin/codis/${id}`, codes.length === 1 ? 'Codi creat.' : `${codes.length} codis creats.`),
        invalid: ({ fields: { value, eventIds, ...others } }) => ({
          fields: { ...others, ...(value !== undefined && { [typed.kind === 'percent' ? 'percent' : 'amount']: value }), ...(eventIds !== undefined && { event: eventIds }) },
        }),
      });
    },
  },
});
