import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';

import { eventWithId } from './edited-event.server.ts';
import { draftOf, fieldProblems } from './event-draft.server.ts';
import type { EventFormProps } from './event-form.tsx';
import { eventForm } from './event-forms.ts';
import { eventFields } from './form-values.ts';
import { createEvent } from './service.server.ts';

const NEW_EVENT = { visibility: 'public' as const, givingAllowed: 'on', waitingList: 'on' };

/** `from`: the event that is copied. */
export const loader = adminLoader('admin', async ({ deps, query }): Promise<{ fields: EventFormProps['fields'] }> => {
  const origin = await eventWithId(deps, query.get('from') ?? '');
  if (origin === null) return { fields: NEW_EVENT };
  const { version: _version, date: _date, saleStartDate: _saleStartDate, saleStartTime: _saleStartTime, saleEndDate: _saleEndDate, kitchenDate: _kitchenDate, kitchenTime: _kitchenTime, ...fields } = eventFields(origin);
  return { fields: { ...fields, from: String(origin.id) } };
});

export const action = adminAction({
  right: 'admin',
  intents: {
    async '*'({ deps, staff, parse, answer, done }) {
      const value = parse(eventForm);
      const origin = await eventWithId(deps, value.from ?? '');
      return answer(await createEvent(deps, staff, { draft: draftOf(value), menu: origin ?? { sections: [], options: [] }, copiedFrom: origin?.id ?? null }), {
        done: ({ id }) => done(`/admin/events/menus/${id}`, 'Esdeveniment creat. Ara els menús.'),
        invalid: ({ problems }) => ({ fields: fieldProblems(problems) }),
      });
    },
  },
});
