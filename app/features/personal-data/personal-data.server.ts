import type { PersonalData } from '#app/feature.server.ts';

import { eraseDataLinks } from './links/store.server.ts';
import { eraseRequester, selectRequestsOfPerson } from './requests/store.server.ts';

export const personalData: PersonalData = {
  async collect(query, { email }) {
    const dataRequests = await selectRequestsOfPerson(query, email);
    return dataRequests.length === 0 ? {} : { dataRequests };
  },

  async erase(tx, person) {
    await eraseDataLinks(tx, person);
    await eraseRequester(tx, person);
    return {};
  },
};
