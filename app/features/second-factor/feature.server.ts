import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { noticeRenderer } from './notice.server.ts';
import { passkeyCalls } from './passkeys/api.server.ts';
import { deleteChallengesBefore } from './passkeys/store.server.ts';
import { tables } from './tables.ts';

export const secondFactor: Feature = {
  calls: [...calls, ...passkeyCalls],
  forgets: [{ title: "Oblidar intents de claus d'accés", after: 'expired', delete: (query, { instant }) => deleteChallengesBefore(query, instant) }],
  mailTemplates: [
    { kind: 'second_factor_on', name: 'Verificació en dos passos activada', render: noticeRenderer('second_factor_on') },
    { kind: 'second_factor_off', name: 'Verificació en dos passos desactivada', render: noticeRenderer('second_factor_off') },
    { kind: 'second_factor_guessed', name: 'Codis provats per algú', render: noticeRenderer('second_factor_guessed') },
    { kind: 'passkey_added', name: "Clau d'accés afegida", render: noticeRenderer('passkey_added') },
    { kind: 'passkey_removed', name: "Clau d'accés esborrada", render: noticeRenderer('passkey_removed') },
  ],
  tables,
};
