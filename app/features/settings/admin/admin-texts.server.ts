import { changedTexts } from '#app/design/admin-kit/form/changed-fields.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';

import { findSection, saveSection } from '../service.server.ts';
import { textsForm } from './settings-forms.ts';
import { TEXT_LABELS } from './settings-labels.ts';

export const loader = adminLoader('admin', async ({ deps }) => ({ edited: await findSection(deps, 'texts') }));

export const action = adminAction({
  right: 'admin',
  intents: {
    async '*'({ deps, staff, parse, answer, done }) {
      const { version, mailClosing, ...rest } = parse(textsForm);
      const content = { ...rest, mailClosing: mailClosing ?? '' };
      return answer(await saveSection(deps, staff, { section: 'texts', version: Number(version), content }), {
        done: () => done('/admin/settings/texts', 'Textos guardats.'),
        conflict: ({ current }) => ({ version: String(current.version), changes: changedTexts({ saved: current.content, sent: content, labels: TEXT_LABELS }) }),
      });
    },
  },
});
