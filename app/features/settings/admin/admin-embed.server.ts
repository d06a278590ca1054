import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { embedSnippet } from '#app/domain/site/embed.ts';
import { EMBED_FIELDS } from '#app/domain/site/settings-fields.ts';

import { findSection, saveSection } from '../service.server.ts';
import { embedForm } from './settings-forms.ts';

export const loader = adminLoader('admin', async ({ deps }) => {
  const { association } = await deps.settings.current();
  return { edited: await findSection(deps, 'embed'), snippet: embedSnippet(deps.env.publicUrl.origin, association.name) };
});

export const action = adminAction({
  right: 'admin',
  touches: { '*': 'site' },
  intents: {
    async '*'({ deps, staff, parse, answer, doneAnew }) {
      const { version, ...content } = parse(embedForm);
      return answer(await saveSection(deps, staff, { section: 'embed', version: Number(version), content }), {
        done: () => doneAnew('/admin/settings/embed', content.site === null ? 'Guardat: cap web pot mostrar els vostres actes.' : 'Guardat: ja podeu copiar el codi.'),
        conflict: ({ current }) => ({ version: String(current.version), changes: changedFields({ saved: current.content, sent: content, readers: EMBED_FIELDS }) }),
      });
    },
  },
});
