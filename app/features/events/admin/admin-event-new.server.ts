import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { formTexts, initialTexts } from '#app/design/admin-kit/form/record-form.ts';
import { besideInputs, toRecordDraft } from '#app/design/admin-kit/server/record-draft.server.ts';
import { takeSentPicture } from '#app/design/admin-kit/images/sent-images.server.ts';
import { EVENT_FIELDS } from '#app/domain/event/event-fields.ts';
import { copiedFields } from '#app/domain/fields/field.ts';
import { storePicture } from '#app/features/uploaded-pictures/service.server.ts';

import { eventWithId } from './edited-event.server.ts';
import type { EventFormProps } from './event-form.tsx';
import { eventForm } from './event-forms.ts';
import { EVENT_FORM_BYTES } from './form-bytes.ts';
import { createEvent, doubtsAbout } from './service.server.ts';

/** `from`: id of the event to copy. */
export const loader = adminLoader('admin', async ({ deps, query }): Promise<{ fields: EventFormProps['fields'] }> => {
  const origin = await eventWithId(deps, query.get('from') ?? '');
  if (origin === null) return { fields: initialTexts(EVENT_FIELDS) };
  return { fields: { ...formTexts(copiedFields(EVENT_FIELDS), origin), from: String(origin.id) } };
});

export const action = adminAction({
  right: 'admin',
  maxBytes: EVENT_FORM_BYTES,
  touches: { '*': 'event' },
  intents: {
    async '*'({ deps, staff, sent, parse, answer, refuse, done }) {
      await takeSentPicture(sent, (content) => storePicture(deps, staff, content));
      const value = parse(eventForm);
      const draft = toRecordDraft(EVENT_FIELDS, value);
      const doubts = value.sure ? [] : await doubtsAbout(deps, { draft, saved: null });
      if (doubts.length > 0) return refuse({ fields: { sure: doubts.join(' ') } });
      const origin = await eventWithId(deps, value.from ?? '');
      return answer(await createEvent(deps, staff, { draft, menu: origin ?? { sections: [], options: [] }, copiedFrom: origin?.id ?? null, pictureFileId: value.pictureFileId }), {
        done: ({ id, shifts }) => done(`/admin/events/menus/${id}`, createdText(shifts)),
        invalid: ({ problems }) => besideInputs(EVENT_FIELDS, problems),
      });
    },
  },
});

function createdText(shifts: number): string {
  const copied = shifts === 0 ? '' : shifts === 1 ? " S'ha copiat el seu torn, encara sense ningú." : ` S'han copiat els seus ${shifts} torns, encara sense ningú.`;
  return `Esdeveniment creat.${copied} Ara els menús.`;
}
