import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';

import { createUser } from '../users.server.ts';
import { refusalText } from './admin-user-words.ts';
import { newUserForm } from './user-forms.ts';

export const loader = adminLoader('admin', () => ({}));

export const action = adminAction({
  right: 'admin',
  touches: { '*': 'person' },
  intents: {
    async '*'({ deps, staff, parse, answer, done }) {
      const { invite, ...user } = parse(newUserForm);
      return answer(await createUser(deps, staff, { ...user, invitation: invite ? 'send' : 'none' }), {
        done: ({ userId }) => done(`/admin/users/${userId}`, 'Usuari creat.'),
        email_taken: () => ({ fields: { email: refusalText('email_taken') } }),
      });
    },
  },
});
