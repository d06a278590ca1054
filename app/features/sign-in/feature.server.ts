import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { invariants } from './invariants.server.ts';
import { renderAddressChangedMail, renderLinkMail, renderPasswordChangedMail } from './recovery/service.server.ts';
import { deleteStaleCodes } from './recovery/store.server.ts';
import { renderSignInLinkMail } from './link/service.server.ts';
import { deleteOldSignInLinks } from './link/store.server.ts';
import { personalData } from './personal-data.server.ts';
import { deleteSessionsBefore } from './session/store.server.ts';
import { tables } from './tables.ts';

export const signIn: Feature = {
  calls,
  forgets: [
    { title: 'Tancar sessions caducades', after: 'expired', delete: (query, { instant }) => deleteSessionsBefore(query, instant) },
    { title: 'Oblidar enllaços de contrasenya', after: 'expired', delete: (query, { instant }) => deleteStaleCodes(query, instant) },
    { title: "Oblidar enllaços d'entrar", after: 'expired', delete: (query, { instant }) => deleteOldSignInLinks(query, instant) },
  ],
  mailTemplates: [
    { kind: 'sign_in_link', name: 'Enllaç per a entrar', render: renderSignInLinkMail },
    { kind: 'password_reset', name: 'Contrasenya oblidada', render: renderLinkMail },
    { kind: 'invitation', name: 'Invitació', render: renderLinkMail },
    { kind: 'address_confirm', name: 'Correu nou per confirmar', render: renderLinkMail },
    { kind: 'address_changed', name: 'Correu del compte canviat', render: renderAddressChangedMail },
    { kind: 'password_changed', name: 'Contrasenya canviada', render: renderPasswordChangedMail },
  ],
  invariants,
  personalData,
  tables,
};
