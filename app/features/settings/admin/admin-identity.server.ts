import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { sentImages } from '#app/design/admin-kit/images/sent-images.server.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { IDENTITY_FIELDS } from '#app/domain/site/settings-fields.ts';

import { findSection, saveSection, takeCrest } from '../service.server.ts';
import { identityForm } from './settings-forms.ts';

const LONGEST = 16 * 1024 * 1024;

export const loader = adminLoader('admin', async ({ deps }) => ({ edited: await findSection(deps, 'identity') }));

export const action = adminAction({
  right: 'admin',
  maxBytes: LONGEST,
  touches: { '*': 'site' },
  intents: {
    async '*'({ deps, staff, sent, parse, refuse, answer, doneAnew }) {
      const { version, crestSrc: _crestSrc, crestFileId, removeCrest, ...rest } = parse(identityForm);
      const [image] = await sentImages(sent);
      const crest = image && 'bytes' in image ? await takeCrest(deps, staff, image.bytes) : { fileId: crestFileId };
      if ('problem' in crest) return refuse({ fields: { crestFileId: crest.problem } });
      const content = { ...rest, crestFileId: removeCrest ? null : crest.fileId };
      return answer(await saveSection(deps, staff, { section: 'identity', version: Number(version), content }), {
        done: () => doneAnew('/admin/settings', 'Identitat guardada: ja es veu a tota la web.'),
        conflict: ({ current }) => ({ version: String(current.version), changes: changedFields({ saved: current.content, sent: content, readers: IDENTITY_FIELDS }) }),
      });
    },
  },
});
