import { RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { forgetOldTicketLinks, renderLostTicketMail } from './recovery/lost-ticket.server.ts';
import { forgetTakerNames } from './transfer/service.server.ts';
import { renderEventChangedMail, renderEventWithdrawnMail, renderRefundMail, renderTicketsMail } from './service.server.ts';

export const tickets: Feature = {
  calls,
  jobs: ({ deps }) => [
    { name: 'old ticket links', everyMs: RETENTION_EVERY_MS, round: () => forgetOldTicketLinks(deps) },
    { name: 'old taker names', everyMs: RETENTION_EVERY_MS, round: () => forgetTakerNames(deps) },
  ],
  mailTemplates: [
    { kind: 'tickets', name: 'Tiquets', render: renderTicketsMail },
    { kind: 'refund', name: 'Devolució', render: renderRefundMail },
    { kind: 'event_changed', name: "Canvi de l'acte", render: renderEventChangedMail },
    { kind: 'event_withdrawn', name: 'Acte cancel·lat', render: renderEventWithdrawnMail },
    { kind: 'lost_ticket', name: 'Tiquet perdut', render: renderLostTicketMail },
  ],
};
