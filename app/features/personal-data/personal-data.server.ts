import { DATA_REQUEST_TEXTS, type DataRequestStatus } from '#app/domain/people/data-request.ts';
import type { PersonalData } from '#app/feature.server.ts';

import { eraseDataLinks } from './links/store.server.ts';
import { eraseRequester, selectRequestsOfPerson } from './requests/store.server.ts';

const STATUS_WORDS: Readonly<Record<DataRequestStatus, string>> = { open: 'oberta', waiting: 'esperant', done: 'fet' };

export const personalData: PersonalData = {
  words: {
    dataRequests: {
      title: 'Peticions sobre les teues dades',
      fields: { words: 'Amb les teues paraules', requestedAt: 'Demanat', doneAt: 'Fet' },
      codes: { kind: DATA_REQUEST_TEXTS, status: STATUS_WORDS },
    },
  },

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
