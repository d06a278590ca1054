import { changedTexts } from '#app/design/admin-kit/form/changed-fields.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';

import { findSection, saveSection } from '../service.server.ts';
import { contactForm } from './settings-forms.ts';
import { CONTACT_LABELS, contactTexts } from './settings-labels.ts';

export const loader = adminLoader('admin', async ({ deps }) => ({ edited: await findSection(deps, 'contact') }));

export const action = adminAction({
  right: 'admin',
  intents: {
    async '*'({ deps, staff, parse, answer, doneAnew }) {
      const { version, ...content } = parse(contactForm);
      return answer(await saveSection(deps, staff, { section: 'contact', version: Number(version), content }), {
        done: () => doneAnew('/admin/settings/contact', 'Contacte guardat.'),
        conflict: ({ current }) => ({
          version: String(current.version),
          changes: changedTexts({ saved: contactTexts(current.content), sent: contactTexts(content), labels: CONTACT_LABELS }),
        }),
      });
    },
  },
});
