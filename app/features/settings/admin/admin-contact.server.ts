import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import type { SiteLink } from '#app/domain/association.ts';
import { CONTACT_FIELDS } from '#app/domain/site/settings-fields.ts';

import { findSection, saveSection } from '../service.server.ts';
import { contactForm } from './settings-forms.ts';

export const loader = adminLoader('admin', async ({ deps }) => ({ edited: await findSection(deps, 'contact') }));

export const action = adminAction({
  right: 'admin',
  touches: { '*': 'site' },
  intents: {
    async '*'({ deps, staff, parse, answer, doneAnew }) {
      const { version, ...content } = parse(contactForm);
      return answer(await saveSection(deps, staff, { section: 'contact', version: Number(version), content }), {
        done: () => doneAnew('/admin/settings/contact', 'Contacte guardat.'),
        conflict: ({ current }) => ({
          version: String(current.version),
          changes: changedFields({ saved: current.content, sent: content, readers: { ...CONTACT_FIELDS, links: LINKS } }),
        }),
      });
    },
  },
});

const LINKS = { label: 'Enllaços', text: (links: readonly SiteLink[]) => links.map(({ text, url }) => `${text}: ${url}`).join('\n') };
