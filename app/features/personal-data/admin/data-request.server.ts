import { data } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { adminAction, adminLoader, type AdminRequest, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import { comingTickets, findDataRequest, tickOff } from '../requests/service.server.ts';
import type { ListedDataRequest } from '../requests/store.server.ts';
import { collectPersonalData, type DeedOutcome, displayPersonalData, doForPerson, hasConsents } from '../service.server.ts';
import { renameForm } from './data-request-forms.ts';
import { requestView } from './data-requests.server.ts';

async function requestAt({ deps, staff, param }: AdminRequest<'admin'>): Promise<ListedDataRequest | null> {
  const id = param('requestId');
  const request = isUuid(id) ? await findDataRequest(deps, staff, id.toLowerCase()) : null;
  return request === null || request.email === '' ? null : request;
}

/** What is kept is read once an admin has asked for it: a request of the person's own shows only itself. */
export const loader = adminLoader('admin', async (input) => {
  const request = await requestAt(input);
  if (request === null) return null;
  const [coming, consented] = await Promise.all([comingTickets(input.deps, request.email), hasConsents(input.deps, request.email)]);
  const mayBeSeen = request.via === 'admin' && request.kind === 'show';
  return {
    request: requestView(request),
    visibleData: mayBeSeen ? displayPersonalData(await collectPersonalData(input.deps, request.email), input.args.context.get(requestContext).mailNames) : null,
    mayBeSeen,
    hasConsents: consented,
    coming: coming.map(({ eventDate, ...order }) => ({ ...order, dateText: formatDate(eventDate) })),
  };
});

type Submission = AdminSubmission<'admin', ListedDataRequest>;

export type DataRequestReply = FormReply & { json?: string };

export const action = adminAction({
  right: 'admin',
  record: requestAt,
  touches: { show: 'everybody', download: 'everybody', rename: 'person', withdraw: 'person', close: 'person', done: 'running' },
  intents: {
    show: async (sent) => answered(sent, await doForPerson(sent.deps, { ...personOf(sent), kind: 'show' }), 'Queda apuntat que ho has mirat.', ({ requestId }) => requestId),
    async download(sent) {
      const found = await collectPersonalData(sent.deps, sent.record.email);
      return sent.answer(await doForPerson(sent.deps, { ...personOf(sent), kind: 'download' }), {
        done: () => data<DataRequestReply>({ intent: 'download', json: JSON.stringify({ email: sent.record.email, at: sent.deps.clock.now(), ...found }, null, 2) }, { headers: { 'Cache-Control': 'no-store' } }),
        otherwise: () => 'No es pot.',
      });
    },
    async rename(sent) {
      const { name } = sent.parse(renameForm);
      return answered(sent, await doForPerson(sent.deps, { ...personOf(sent), kind: 'rename', name }), 'Nom corregit, al compte i a les comandes.', () => sent.record.id);
    },
    withdraw: async (sent) => answered(sent, await doForPerson(sent.deps, { ...personOf(sent), kind: 'withdraw_consent' }), 'Permisos retirats: el que en depenia està esborrat.', () => sent.record.id),
    close: async (sent) => answered(sent, await doForPerson(sent.deps, { ...personOf(sent), kind: 'close' }), 'Compte tancat i dades esborrades.', () => ''),
    async done(sent) {
      const here = '/admin/personal-data';
      return sent.answer(await tickOff(sent.deps, sent.staff, sent.record.id), { done: () => sent.done(here, 'Petició feta.'), already: () => sent.done(here, 'Ja estava feta.') });
    },
  },
});

function personOf({ staff, record }: Submission) {
  return { email: record.email, by: { via: 'admin', admin: staff } } as const;
}

function answered({ answer, done, refuse }: Submission, outcome: DeedOutcome, message: string, to: (outcome: { requestId: string }) => string): ReturnType<Submission['answer']> {
  return answer(outcome, {
    done: (made) => done(`/admin/personal-data/${to(made)}`.replace(/\/$/, ''), message),
    waiting: () => done('/admin/personal-data', "Compte tancat. El que queda s'esborrarà tot sol quan passe l'acte o acabe la devolució."),
    admin: () => refuse("És un compte d'administració: abans, un altre administrador li ha de llevar el rol."),
  });
}
