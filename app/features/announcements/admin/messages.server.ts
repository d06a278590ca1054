import { adminAction, adminLoader, type AdminRequest } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { isUuid } from '#app/domain/uuid.ts';

import { previewMessage, readAnnouncements, sendMessage, sendTestMessage } from '../service.server.ts';
import { messageForm } from './announcement-forms.ts';
import { viewOf } from './announcement-view.server.ts';

async function announcementsAt({ deps, staff, param }: AdminRequest<'admin'>) {
  const eventId = parseEventId(param('eventId'));
  return eventId === null ? null : readAnnouncements(deps, staff, eventId);
}

export const loader = adminLoader('admin', async (request) => {
  const found = await announcementsAt(request);
  return found && { formId: request.deps.ids.uuid(), title: found.event.title, image: found.event.image, eventId: found.event.id, isWithdrawn: found.event.withdrawnAt !== null, recipients: found.recipients, ...viewOf(found) };
});

export const action = adminAction({
  right: 'admin',
  record: announcementsAt,
  touches: { message: 'mail' },
  intents: {
    async message({ deps, staff, record: { event }, text, parse, preview, refuse, answer, done }) {
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
