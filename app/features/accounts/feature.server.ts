import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { renderLinkMail, renderPasswordChangedMail } from './recovery/recovery.server.ts';
import { renderSecondFactorMail } from './second-factor/notice.server.ts';
import { invariants } from './invariants.server.ts';
import { personalData } from './personal-data.server.ts';
import { deleteStaleCodes } from './recovery/store.server.ts';
import { deleteSessionsBefore } from './store.server.ts';
import { tables } from './tables.ts';

export const accounts: Feature = {
  calls,
  forgets: [
    // The library deletes one only when its cookie comes once more.
    { title: 'Tancar sessions caducades', after: 'expired', delete: (query, { instant }) => deleteSessionsBefore(query, instant) },
    { title: 'Oblidar enllaços de contrasenya', after: 'expired', delete: (query, { instant }) => deleteStaleCodes(query, instant) },
  ],
  mailTemplates: [
    { kind: 'password_reset', name: 'Contrasenya oblidada', render: renderLinkMail },
    { kind: 'invitation', name: 'Invitació', render: renderLinkMail },
    { kind: 'second_factor_on', name: 'Verificació en dos passos activada', render: renderSecondFactorMail },
    { kind: 'second_factor_off', name: 'Verificació en dos passos desactivada', render: renderSecondFactorMail },
    { kind: 'password_changed', name: 'Contrasenya canviada', render: renderPasswordChangedMail },
  ],
  invariants,
  personalData,
  tables,
};
