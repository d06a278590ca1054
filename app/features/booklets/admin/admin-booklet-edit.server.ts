import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { formTexts } from '#app/design/admin-kit/form/record-form.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { toRecordDraft } from '#app/design/admin-kit/server/record-draft.server.ts';
import { BOOKLET_FIELDS } from '#app/domain/booklets/booklet-fields.ts';
import { bookletTitle } from '#app/domain/booklets/booklet.ts';

import { findBooklet } from '../service.server.ts';
import { bookletForm } from './booklet-form-schema.ts';
import { saveBooklet } from './service.server.ts';

export const loader = adminLoader('editor', async ({ deps, param }) => {
  const booklet = await findBooklet(deps, param('bookletId'));
  if (booklet === null) return null;
  const { id, year, bytes, pagesTold, version } = booklet;
  return { id, title: bookletTitle(year), bytes, fields: { ...formTexts(BOOKLET_FIELDS, { ...booklet, pageCount: pagesTold }), version: String(version) } };
});

export const action = adminAction({
  right: 'editor',
  intents: {
    async '*'({ deps, staff, param, parse, answer, done }) {
      const value = parse(bookletForm);
      const draft = toRecordDraft(BOOKLET_FIELDS, value);
      return answer(await saveBooklet(deps, staff, { id: param('bookletId'), version: Number(value.version ?? 0), draft, fileId: value.fileId }), {
        done: () => done('/admin/llibrets', `${bookletTitle(draft.year)} actualitzat.`),
        conflict: ({ current }) => ({
          version: String(current.version),
          changes: changedFields({ saved: current, sent: draft, readers: BOOKLET_FIELDS }),
        }),
      });
    },
  },
});
