import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { besideInputs, toRecordDraft } from '#app/design/admin-kit/server/record-draft.server.ts';
import { soldOverLimit } from '#app/domain/event/event-draft.ts';
import { EVENT_FIELDS } from '#app/domain/event/event-fields.ts';

import { eventAt } from './edited-event.server.ts';
import { eventForm } from './event-forms.ts';
import { doubtsAbout, saveEvent } from './service.server.ts';

export const loader = adminLoader('admin', async (request) => {
  const event = await eventAt(request);
  return event && { event };
});

export const action = adminAction({
  right: 'admin',
  record: eventAt,
  touches: { '*': 'event' },
  intents: {
    async '*'({ deps, staff, record: saved, text, parse, answer, refuse, done }) {
      const { id: eventId, sold } = saved;
      const value = parse(eventForm);
      const draft = toRecordDraft(EVENT_FIELDS, value);
      const doubts = value.sure ? [] : await doubtsAbout(deps, { draft, saved });
      if (doubts.length > 0) return refuse({ fields: { sure: doubts.join(' ') } });
      return answer(await saveEvent(deps, staff, { eventId, version: Number(value.version), draft, notifiesHolders: value.notifyHolders }), {
        done: ({ notified }) => done(text('next') === 'menus' ? `/admin/events/menus/${eventId}` : '/admin', savedText({ notified, over: soldOverLimit(draft.maxTickets, sold) })),
        invalid: ({ problems }) => besideInputs(EVENT_FIELDS, problems),
        conflict: ({ current }) => ({ version: String(current.version), changes: changedFields({ saved: current, sent: draft, readers: EVENT_FIELDS }) }),
      });
    },
  },
});

function savedText({ notified, over }: { notified: number; over: number | null }): string {
  const mails = notified === 0 ? '' : notified === 1 ? " S'ha enviat 1 correu a qui té tiquet." : ` S'han enviat ${notified} correus a qui té tiquet.`;
  return `Esdeveniment actualitzat.${mails}${over === null ? '' : ` Hi ha ${over} tiquets venuts per damunt del límit.`}`;
}
