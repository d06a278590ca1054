import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { sentImages } from '#app/design/admin-kit/images/sent-images.server.ts';
import { adminAction, adminLoader, type AdminRequest, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import type { SentImage } from '#app/domain/files/sent-image.ts';
import { BLOCK_FIELDS, ITEM_FIELDS, type ItemValues } from '#app/domain/site/home-block-fields.ts';

import { findBlock, type HomeBlock, removeBlock, saveBlock, setItemPicture } from '../service.server.ts';
import { blockForm } from './block-form.ts';

const LONGEST = 16 * 1024 * 1024;

export const loader = adminLoader('editor', async (request) => {
  const block = await blockAt(request);
  return block && { block };
});

type Submission = AdminSubmission<'editor', HomeBlock>;

export const action = adminAction({
  right: 'editor',
  record: blockAt,
  maxBytes: LONGEST,
  intents: {
    async block({ deps, staff, record: { id }, parse, answer, done }) {
      const { version, ...draft } = parse(blockForm);
      return answer(await saveBlock(deps, staff, { id, version: Number(version), ...draft }), {
        done: () => done(addressOf(id), 'Bloc guardat.'),
        conflict: ({ current }) => ({ version: String(current.version), changes: changedFields({ saved: current, sent: draft, readers: { ...BLOCK_FIELDS, items: ITEMS } }) }),
      });
    },
    async picture(sent) {
      const [image] = await sentImages(sent.sent);
      return image === undefined ? sent.refuse('Tria primer una imatge', 400) : setPicture(sent, image);
    },
    'no-picture': async (sent) => setPicture(sent, null),
    async remove({ deps, staff, record: { id }, answer, done }) {
      const toList = (): Response => done('/admin/home', 'Bloc esborrat.');
      return answer(await removeBlock(deps, staff, id), { done: toList, not_found: toList });
    },
  },
});

async function setPicture({ deps, staff, record: { id }, text, answer, done }: Submission, image: SentImage | null): Promise<ReturnType<Submission['answer']>> {
  const saved = (): Response => done(addressOf(id), image === null ? 'Imatge llevada.' : 'Imatge guardada.');
  return answer(await setItemPicture(deps, staff, { blockId: id, itemId: text('item'), image }), {
    done: saved,
    not_found: saved,
    refused_image: ({ problem }) => refuseAction('picture', problem),
  });
}

const ITEMS = { label: 'Contingut', text: (items: readonly ItemValues[]) => items.map(itemText).join('; ') };

function itemText({ text, detail, url }: ItemValues): string {
  return [ITEM_FIELDS.text.text(text), ITEM_FIELDS.detail.text(detail), ITEM_FIELDS.url.text(url)].filter((part) => part !== '').join(' · ');
}

async function blockAt({ deps, param }: AdminRequest<'editor'>): Promise<HomeBlock | null> {
  return findBlock(deps, param('blockId'));
}

function addressOf(id: string): string {
  return `/admin/home/${id}`;
}
