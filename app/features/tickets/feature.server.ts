import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { renderLostTicketMail } from './recovery/lost-ticket.server.ts';
import { invariants } from './invariants.server.ts';
import { personalData } from './personal-data.server.ts';
import { drawnDocuments } from './print/drawn-documents.server.ts';
import { deleteOldLinks } from './recovery/store.server.ts';
import { eraseRecipientNamesBefore } from './transfer/store.server.ts';
import { renderEventChangedMail, renderEventWithdrawnMail, renderRefundMail, renderTicketsMail } from './service.server.ts';
import { tables } from './tables.ts';

export const tickets: Feature = {
  open: () => [drawnDocuments.opened(new Map())],
  calls,
  forgets: [
    { title: 'Oblidar enllaços de tiquets', after: 'expired', delete: (query, { instant }) => deleteOldLinks(query, instant) },
    // The same period as for notes.
    { title: 'Oblidar noms de tiquets regalats', after: { days: 30, of: "de l'acte" }, delete: (query, { day }) => eraseRecipientNamesBefore(query, day) },
  ],
  mailTemplates: [
    { kind: 'tickets', name: 'Tiquets', inHistory: 'Correu amb els tiquets', render: renderTicketsMail },
    { kind: 'refund', name: 'Devolució', inHistory: 'Avís de devolució', render: renderRefundMail },
    { kind: 'event_changed', name: "Canvi de l'acte", inHistory: "Avís de canvi de l'acte", render: renderEventChangedMail },
    { kind: 'event_withdrawn', name: 'Acte cancel·lat', inHistory: "Avís d'acte cancel·lat", render: renderEventWithdrawnMail },
    { kind: 'ticket_ended', name: 'Tiquet anul·lat', inHistory: 'Avís de tiquet anul·lat', render: renderEventWithdrawnMail },
    { kind: 'ticket_taken_back', name: 'Tiquet recuperat', render: renderEventWithdrawnMail },
    { kind: 'lost_ticket', name: 'Tiquet perdut', render: renderLostTicketMail },
  ],
  auditWords: {
    actions: {
      'ticket.printed': 'Tiquet imprés',
      'ticket.offered': 'Enllaç per a donar el tiquet',
      'ticket.taken': 'Tiquet donat: té un codi nou',
      'ticket.taken_back': 'Tiquet recuperat: té un codi nou',
      'ticket.left_with_taker': 'Recuperació desfeta: té un codi nou',
      'ticket.note_changed': 'Nota del tiquet canviada',
    },
    actors: { 'link bearer': 'qui rep el tiquet', 'ticket key': 'qui té el tiquet' },
  },
  invariants,
  personalData,
  tables,
};
