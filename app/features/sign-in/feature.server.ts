import { RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { forgetOldRecoveries, renderLinkMail, renderPasswordChangedMail } from './recovery/service.server.ts';
import { renderSecondFactorMail } from '#app/features/second-factor/notice.server.ts';
import { forgetOldSessions } from './service.server.ts';

export const accounts: Feature = {
  calls,
  jobs: ({ deps }) => [
    { name: 'old sessions', everyMs: RETENTION_EVERY_MS, round: () => forgetOldSessions(deps) },
    { name: 'old recoveries', everyMs: RETENTION_EVERY_MS, round: () => forgetOldRecoveries(deps) },
  ],
  mailTemplates: [
    { kind: 'password_reset', name: 'Contrasenya oblidada', render: renderLinkMail },
    { kind: 'invitation', name: 'Invitació', render: renderLinkMail },
    { kind: 'second_factor_on', name: 'Verificació en dos passos activada', render: renderSecondFactorMail },
    { kind: 'second_factor_off', name: 'Verificació en dos passos desactivada', render: renderSecondFactorMail },
    { kind: 'password_changed', name: 'Contrasenya canviada', render: renderPasswordChangedMail },
  ],
};
