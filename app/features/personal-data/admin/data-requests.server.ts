import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { DATA_REQUEST_TEXTS } from '#app/domain/people/data-request.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

import { listDataRequests } from '../requests/service.server.ts';
import type { ListedDataRequest } from '../requests/store.server.ts';
import { doForPerson } from '../service.server.ts';
import { requestedPersonForm } from './data-request-forms.ts';

const VIA = { account: 'des del compte', link: "amb l'enllaç del correu", admin: "a través de l'administració" } as const;

export function requestView({ id, email, kind, via, words, status, requestedAt, doneAt, doneByName }: ListedDataRequest) {
  return {
    id,
    who: email === '' ? 'Persona esborrada' : email,
    isKnown: email !== '',
    what: DATA_REQUEST_TEXTS[kind],
    kind,
    status,
    words,
    requestedText: `${instantText(requestedAt.toISOString())} · ${VIA[via]}`,
    stateText: status === 'open' ? 'Pendent' : status === 'waiting' ? "Espera que passe l'acte" : `Fet${doneAt === null ? '' : ` · ${instantText(doneAt.toISOString())}`}${doneByName === null ? '' : ` · ${doneByName}`}`,
  };
}

export const loader = adminLoader('admin', async ({ deps, staff }) => ({ requests: (await listDataRequests(deps, staff)).map(requestView) }));

export const action = adminAction({
  right: 'admin',
  touches: { person: 'everybody' },
  intents: {
    async person({ deps, staff, parse, answer, done }) {
      const { email } = parse(requestedPersonForm);
      return answer(await doForPerson(deps, { email, by: { via: 'admin', admin: staff }, kind: 'show' }), {
        done: ({ requestId }) => done(`/admin/personal-data/${requestId}`, 'Queda apuntat que ho has mirat.'),
        waiting: ({ requestId }) => done(`/admin/personal-data/${requestId}`, 'Queda apuntat.'),
        admin: () => 'No es pot.',
      });
    },
  },
});
