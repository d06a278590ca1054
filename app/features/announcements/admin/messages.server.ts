import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { isUuid } from '#app/domain/uuid.ts';

import { reminderText } from '#app/features/reminders/service.server.ts';

import { previewMessage, readAnnouncements, sendMessage, sendTestMessage } from '../service.server.ts';
import { announcedEventAt } from './announced-event.server.ts';
import { messageForm } from './announcement-forms.ts';
import { viewOf } from './announcement-view.server.ts';

export const loader = adminLoader('admin', async (request) => {
  const event = await announcedEventAt(request);
  if (event === null) return null;
  const written = await readAnnouncements(request.deps, request.staff, event.id);
  return { formId: request.deps.ids.uuid(), title: event.title, image: event.image, eventId: event.id, isWithdrawn: event.withdrawnAt !== null, recipients: written.recipients, ticketRecipients: written.ticketRecipients, reminder: await reminderText(request.deps, request.staff, event.id), ...viewOf(written) };
});

export const action = adminAction({
  right: 'admin',
  record: announcedEventAt,
  touches: { message: 'mail' },
  intents: {
    async message({ deps, staff, record: event, text, parse, preview, refuse, answer, done }) {
      const message = parse(messageForm);
      const here = `/admin/events/messages/${event.id}`;
      if (text('next') === 'preview') return preview(await previewMessage(deps, event, message));
      if (text('next') === 'test') {
        const mail = await previewMessage(deps, event, message);
        return answer(await sendTestMessage(deps, staff, { eventId: event.id, ...message }), { sent: ({ to }) => preview({ ...mail, sentTo: to }) });
      }
      const id = text('id');
      if (!isUuid(id)) return refuse('Torna a carregar la pàgina abans d\'enviar-lo.');
      return answer(await sendMessage(deps, staff, { id, eventId: event.id, ...message }), {
        sent: ({ recipients }) => done(here, recipients === 1 ? 'Ix 1 correu: ací veus quan ha arribat.' : `Ixen ${recipients} correus: ací veus com van arribant.`),
        already: () => done(here, 'Este avís ja estava enviat: no ha tornat a eixir.'),
        nobody: () => "Ara mateix no hi ha ningú amb tiquets vàlids i correu: no s'ha enviat res.",
      });
    },
  },
});
