import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { renderLostTicketMail } from './recovery/lost-ticket.server.ts';
import { deleteOldLinks } from './recovery/store.server.ts';
import { eraseTakerNamesBefore } from './transfer/store.server.ts';
import { renderEventChangedMail, renderEventWithdrawnMail, renderRefundMail, renderTicketsMail } from './service.server.ts';

export const tickets: Feature = {
  calls,
  forgets: [
    { title: 'Oblidar enllaços de tiquets', after: 'expired', delete: (query, { instant }) => deleteOldLinks(query, instant) },
    // As long as notes are kept.
    { title: 'Oblidar noms de tiquets regalats', after: { days: 30, of: "de l'acte" }, delete: (query, { day }) => eraseTakerNamesBefore(query, day) },
  ],
  mailTemplates: [
    { kind: 'tickets', name: 'Tiquets', render: renderTicketsMail },
    { kind: 'refund', name: 'Devolució', render: renderRefundMail },
    { kind: 'event_changed', name: "Canvi de l'acte", render: renderEventChangedMail },
    { kind: 'event_withdrawn', name: 'Acte cancel·lat', render: renderEventWithdrawnMail },
    { kind: 'lost_ticket', name: 'Tiquet perdut', render: renderLostTicketMail },
  ],
};
