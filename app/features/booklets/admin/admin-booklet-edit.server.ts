import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { BOOKLET_FIELDS } from '#app/domain/booklets/booklet-fields.ts';
import { bookletTitle } from '#app/domain/booklets/booklet.ts';

import { findBooklet } from '../service.server.ts';
import { bookletForm } from './booklet-form-schema.ts';
import { saveBooklet } from './service.server.ts';

export const loader = adminLoader('editor', async ({ deps, param }) => {
  const booklet = await findBooklet(deps, param('bookletId'));
  if (booklet === null) return null;
  const { id, year, bytes, pagesTold, version } = booklet;
  return { id, title: bookletTitle(year), bytes, fields: { version: String(version), year: String(year), pageCount: pagesTold === null ? '' : String(pagesTold) } };
});

export const action = adminAction({
  right: 'editor',
  intents: {
    async '*'({ deps, staff, param, parse, answer, done }) {
      const { version, fileId, ...draft } = parse(bookletForm);
      return answer(await saveBooklet(deps, staff, { id: param('bookletId'), version: Number(version ?? 0), draft, fileId }), {
        done: () => done('/admin/llibrets', `${bookletTitle(draft.year)} actualitzat.`),
        conflict: ({ current }) => ({
          version: String(current.version),
          changes: changedFields({ saved: { ...current, pageCount: current.pagesTold }, sent: draft, readers: BOOKLET_FIELDS }),
        }),
      });
    },
  },
});
