import type { Job } from '#app/platform/adapters/jobs/job.server.ts';
import { MAILS_AT_ONCE } from '#app/platform/adapters/mail/mailer.server.ts';
import type { Feature } from '#app/feature.server.ts';

import { devMailCalls } from './dev-mail.server.ts';
import { personalData } from './personal-data.server.ts';
import { deliverDueMails } from './service.server.ts';
import { deleteOrderlessBefore, eraseMisdirected } from './store.server.ts';
import { testMailTemplate } from './test-mail.server.ts';
import { tables } from './tables.ts';

const MAIL_EVERY_MS = 500;
/** Each renders one mail at a time. */
const MAIL_LOOPS = 3;

export const mail: Feature = {
  calls: devMailCalls,
  jobs: ({ deps, mailTemplates }) =>
    Array.from({ length: MAIL_LOOPS }, (): Job => ({
      name: 'outbox',
      title: 'Enviar correus',
      everyMs: MAIL_EVERY_MS,
      async round(ending) {
        await deliverDueMails(deps, { templates: mailTemplates, concurrency: MAILS_AT_ONCE / MAIL_LOOPS, ending });
      },
    })),
  mailTemplates: [testMailTemplate],
  personalData,
  forgets: [
    { title: 'Oblidar adreces corregides', after: { days: 30, of: 'del correu' }, delete: (query, { instant }) => eraseMisdirected(query, { before: instant }) },
    // The privacy page promises less than a year.
    { title: 'Esborrar correus que no són de cap comanda', after: { days: 300, of: 'del correu' }, delete: (query, { instant }) => deleteOrderlessBefore(query, instant) },
  ],
  tables,
};
