import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { LEGAL_FIELDS } from '#app/domain/site/settings-fields.ts';

import { findLegalTexts, saveLegalTexts } from '../service.server.ts';
import { legalForm } from './settings-forms.ts';

export const loader = adminLoader('admin', async ({ deps }) => ({ legal: (await findLegalTexts(deps.db.query, null))! }));

export const action = adminAction({
  right: 'admin',
  touches: { '*': 'site' },
  intents: {
    async '*'({ deps, staff, parse, answer, doneAnew }) {
      const sent = parse(legalForm);
      const saved = (message: string): Response => doneAnew('/admin/settings/legal', message);
      return answer(await saveLegalTexts(deps, staff, sent), {
        done: ({ version }) => saved(`Textos guardats com a versió ${version}. Les comandes d'abans conserven la seua.`),
        unchanged: () => saved('No hi havia res canviat: la versió és la mateixa.'),
        conflict: ({ current }) => ({ version: current.version, changes: changedFields({ saved: current, sent, readers: LEGAL_FIELDS }) }),
      });
    },
  },
});
