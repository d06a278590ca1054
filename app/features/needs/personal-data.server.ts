import type { PersonalData } from '#app/feature.server.ts';

import { noteWithdrawals } from './service.server.ts';
import { eraseNeeds, selectTicketsOfPerson } from './store.server.ts';

/** Also of events to come: what somebody can't eat is nothing that the books need. */
export const personalData: PersonalData = {
  restsOnConsent: true,

  async collect(query, { email }) {
    return { needs: (await selectTicketsOfPerson(query, email)).map(({ id: _id, ...needs }) => needs) };
  },

  async beforeErasing(deps, { email }) {
    await noteWithdrawals(deps, (await selectTicketsOfPerson(deps.db.query, email)).map(({ id }) => id));
  },

  async erase(tx, { email, now }) {
    const tickets = await selectTicketsOfPerson(tx, email);
    return { needs: await eraseNeeds(tx, tickets.map(({ id }) => id), now) };
  },
};
