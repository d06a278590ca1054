import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { TEXT_FIELDS } from '#app/domain/site/settings-fields.ts';

import { findSection, saveSection } from '../service.server.ts';
import { textsForm } from './settings-forms.ts';

export const loader = adminLoader('admin', async ({ deps }) => ({ edited: await findSection(deps, 'texts') }));

export const action = adminAction({
  right: 'admin',
  touches: { '*': 'site' },
  intents: {
    async '*'({ deps, staff, parse, answer, done }) {
      const { version, ...content } = parse(textsForm);
      return answer(await saveSection(deps, staff, { section: 'texts', version: Number(version), content }), {
        done: () => done('/admin/settings/texts', 'Textos guardats.'),
        conflict: ({ current }) => ({ version: String(current.version), changes: changedFields({ saved: current.content, sent: content, readers: TEXT_FIELDS }) }),
      });
    },
  },
});
