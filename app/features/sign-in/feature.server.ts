import { RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { forgetOldRecoveries, renderLinkMail, renderPasswordChangedMail } from './recovery/service.server.ts';
import { forgetOldSessions } from './service.server.ts';

export const signIn: Feature = {
  calls,
  jobs: ({ deps }) => [
    { name: 'old sessions', everyMs: RETENTION_EVERY_MS, round: () => forgetOldSessions(deps) },
    { name: 'old recoveries', everyMs: RETENTION_EVERY_MS, round: () => forgetOldRecoveries(deps) },
  ],
  mailTemplates: [
    { kind: 'password_reset', name: 'Contrasenya oblidada', render: renderLinkMail },
    { kind: 'invitation', name: 'Invitació', render: renderLinkMail },
    { kind: 'password_changed', name: 'Contrasenya canviada', render: renderPasswordChangedMail },
  ],
};
