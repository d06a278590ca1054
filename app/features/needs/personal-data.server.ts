import { NEED_NAMES } from '#app/domain/food/needs.ts';
import type { PersonalData } from '#app/feature.server.ts';

import { noteWithdrawals } from './service.server.ts';
import { eraseNeeds, selectTicketsOfPerson } from './store.server.ts';

/** Also of events to come: what somebody can't eat is nothing that the books need. */
export const personalData: PersonalData = {
  words: {
    needs: {
      title: 'Necessitats alimentàries',
      fields: { codes: 'No pot menjar', other: 'A més', consentedAt: 'Permís donat' },
      codes: { codes: NEED_NAMES },
    },
  },

  restsOnConsent: true,

  async collect(query, person) {
    return { needs: (await selectTicketsOfPerson(query, person)).map(({ id: _id, ...needs }) => needs) };
  },

  async beforeErasing(deps, person) {
    await noteWithdrawals(deps, (await selectTicketsOfPerson(deps.db.query, person)).map(({ id }) => id));
  },

  async erase(tx, person) {
    const tickets = await selectTicketsOfPerson(tx, person);
    return { needs: await eraseNeeds(tx, tickets.map(({ id }) => id), person.now) };
  },
};
