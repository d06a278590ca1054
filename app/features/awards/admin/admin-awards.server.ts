import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';

import { addAward, listAwards } from '../service.server.ts';
import { awardForm } from './award-form.ts';

export const loader = adminLoader('editor', async ({ deps }) => ({ awards: await listAwards(deps) }));

export const action = adminAction({
  right: 'editor',
  intents: {
    async '*'({ deps, staff, parse, answer, done }) {
      const { version: _version, ...draft } = parse(awardForm);
      return answer(await addAward(deps, staff, draft), {
        done: ({ id }) => done(`/admin/awards/${id}`, 'Premi afegit. Ara pots posar-li fotos.'),
      });
    },
  },
});
