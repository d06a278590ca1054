import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { toRecordDraft } from '#app/design/admin-kit/server/record-draft.server.ts';
import { BOOKLET_FIELDS } from '#app/domain/booklets/booklet-fields.ts';
import { bookletTitle } from '#app/domain/booklets/booklet.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import { newBookletForm } from './booklet-form-schema.ts';
import { createBooklet } from './service.server.ts';

export const loader = adminLoader('editor', ({ deps }) => ({ year: dayInMadrid(deps.clock.now()).slice(0, 4) }));

export const action = adminAction({
  right: 'editor',
  intents: {
    async '*'({ deps, staff, parse, answer, done }) {
      const value = parse(newBookletForm);
      const draft = toRecordDraft(BOOKLET_FIELDS, value);
      return answer(await createBooklet(deps, staff, { draft, fileId: value.fileId }), {
        done: () => done('/admin/llibrets', `${bookletTitle(draft.year)} creat. Les seues pàgines es preparen en uns segons.`),
      });
    },
  },
});
