import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { sentImages } from '#app/design/admin-kit/images/sent-images.server.ts';
import { adminAction, adminLoader, type AdminRequest } from '#app/design/admin-kit/server/admin-action.server.ts';
import { AWARD_FIELDS } from '#app/domain/site/award-fields.ts';

import { addPhotos, type Award, findAward, removeAward, removePhoto, saveAward } from '../service.server.ts';
import { awardForm, tooManyPhotosText } from './award-form.ts';

const LONGEST = 64 * 1024 * 1024;

export const loader = adminLoader('editor', async (request) => {
  const award = await awardAt(request);
  return award && { award };
});

export const action = adminAction({
  right: 'editor',
  record: awardAt,
  maxBytes: LONGEST,
  intents: {
    async award({ deps, staff, record: { id }, parse, answer, done }) {
      const { version, ...draft } = parse(awardForm);
      return answer(await saveAward(deps, staff, { id, version: Number(version), draft }), {
        done: () => done(addressOf(id), 'Premi guardat.'),
        conflict: ({ current }) => ({ version: String(current.version), changes: changedFields({ saved: current, sent: draft, readers: AWARD_FIELDS }) }),
      });
    },
    async photos({ deps, staff, record: { id }, sent, refuse, answer, done }) {
      const images = await sentImages(sent);
      if (images.length === 0) return refuse('Tria primer les fotos', 400);
      return answer(await addPhotos(deps, staff, { id, images }), { ...REFUSED_PHOTOS, done: () => done(addressOf(id), 'Fotos guardades.') });
    },
    async 'no-photo'({ deps, staff, record: { id }, text, answer, done }) {
      return answer(await removePhoto(deps, staff, { id, fileId: text('photo') }), { ...REFUSED_PHOTOS, done: () => done(addressOf(id), 'Foto llevada.') });
    },
    async remove({ deps, staff, record: { id }, answer, done }) {
      const toList = (): Response => done('/admin/awards', 'Premi esborrat.');
      return answer(await removeAward(deps, staff, id), { done: toList, not_found: toList });
    },
  },
});

const REFUSED_PHOTOS = { refused_image: ({ problem }: { problem: string }) => problem, too_many: tooManyPhotosText };

async function awardAt({ deps, param }: Pick<AdminRequest<'editor'>, 'deps' | 'param'>): Promise<Award | null> {
  return findAward(deps, param('awardId'));
}

function addressOf(id: string): string {
  return `/admin/awards/${id}`;
}
