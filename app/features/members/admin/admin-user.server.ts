import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

import { changeRights, changeRole, correctPerson, deleteUser, disableUser, enableUser, endSessionsByAdmin, findUser, inviteUser, resetSecondFactor, type UserOutcome } from '../users.server.ts';
import { refusalText, type RefusalAnswer } from './admin-user-words.ts';
import { personForm, rightsForm, roleForm } from './user-forms.ts';
import { actionWithChange } from './user-history.tsx';

export const loader = adminLoader('admin', async ({ deps, staff, param }) => {
  const found = await findUser(deps, staff, param('userId'));
  return (
    found && {
      user: found.user,
      createdText: instantText(found.user.createdAt.toISOString()),
      history: found.history.map((row) => ({ at: instantText(row.at.toISOString()), text: actionWithChange(row), by: row.actorName })),
    }
  );
});

type Submission = AdminSubmission<'admin', string>;

export const action = adminAction({
  right: 'admin',
  record: ({ param }) => param('userId'),
  touches: { person: 'person', role: 'right', rights: 'right', 'reset-second-factor': 'right', invite: 'person', disable: 'person', enable: 'person', 'end-sessions': 'person', delete: 'person' },
  intents: {
    async person({ deps, staff, record: userId, parse, answer, refuse, done }) {
      const { fromName, fromEmail, name, email } = parse(personForm);
      return answer(await correctPerson(deps, staff, { userId, from: { name: fromName, email: fromEmail }, to: { name, email } }), {
        done: () => done(`/admin/users/${userId}`, fromEmail === email ? 'Dades corregides.' : `Correu canviat: ${email} l'ha de confirmar. Hem escrit a les dues adreces i les sessions s'han tancat.`),
        email_taken: () => refuse({ fields: { email: refusalText('email_taken') } }),
        last_admin: ({ outcome }) => refuse({ fields: { email: refusalText(outcome) } }),
        changed_meanwhile: ({ outcome }) => refuse(refusalText(outcome)),
        disabled: ({ outcome }) => refuse({ fields: { email: refusalText(outcome) } }),
      });
    },
    async role(sent) {
      const { from, role } = sent.parse(roleForm);
      return answered(sent, await changeRole(sent.deps, sent.staff, { userId: sent.record, from, to: role }), 'Rol canviat.');
    },
    async rights(sent) {
      const { from, right } = sent.parse(rightsForm);
      return answered(sent, await changeRights(sent.deps, sent.staff, { userId: sent.record, from, to: right }), 'Permisos canviats.');
    },
    async 'reset-second-factor'(sent) {
      return answered(sent, await resetSecondFactor(sent.deps, sent.staff, sent.record), 'Verificació en dos passos llevada.');
    },
    invite: async (sent) => answered(sent, await inviteUser(sent.deps, sent.staff, sent.record), 'Invitació enviada.'),
    disable: async (sent) => answered(sent, await disableUser(sent.deps, sent.staff, sent.record), "Compte desactivat. Les sessions s'han tancat."),
    enable: async (sent) => answered(sent, await enableUser(sent.deps, sent.staff, sent.record), 'Compte activat.'),
    'end-sessions': async (sent) => answered(sent, await endSessionsByAdmin(sent.deps, sent.staff, sent.record), 'Sessions tancades.'),
    delete: async (sent) => answered(sent, await deleteUser(sent.deps, sent.staff, sent.record), 'Usuari esborrat. Els seus tiquets es conserven.', '/admin/users'),
  },
});

function answered({ answer, refuse, done, record }: Submission, outcome: UserOutcome, message: string, to = `/admin/users/${record}`): ReturnType<Submission['answer']> {
  const refusal = (refused: { outcome: RefusalAnswer }): ReturnType<Submission['refuse']> => refuse(refusalText(refused.outcome));
  return answer(outcome, { done: () => done(to, message), last_admin: refusal, changed_meanwhile: refusal, disabled: refusal });
}
