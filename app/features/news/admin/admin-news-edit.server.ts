import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import { adminAction, adminLoader, type AdminRequest } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import { type ImageDraft, NEWS_FIELDS } from '#app/domain/news/news-fields.ts';
import { parseNewsId } from '#app/domain/news/news-id.ts';

import type { EditedNews } from '../schema.ts';
import { FORM_BYTES } from './form-bytes.ts';
import { toNewsDraft } from './news-draft.server.ts';
import { newsForm } from './news-forms.ts';
import { takeSentImages } from './sent-images.server.ts';
import { deleteNews, findEditedNews, listCategories, saveNews } from './service.server.ts';

export const loader = adminLoader('editor', async (request) => {
  const news = await newsAt(request);
  return news && { news, categories: await listCategories(request.deps) };
});

export const action = adminAction({
  right: 'editor',
  record: newsAt,
  maxBytes: FORM_BYTES,
  intents: {
    async news({ deps, staff, record: edited, sent, parse, refuse, answer, done }) {
      const problems = await takeSentImages(deps, { form: sent, createdBy: staff });
      const value = parse(newsForm);
      if (problems.length > 0) return refuse({ fields: { images: problems.join(' ') } });
      const draft = toNewsDraft(value, edited);
      return answer(await saveNews(deps, staff, { id: edited.id, version: Number(value.version), draft }), {
        done: () => done('/admin/news', 'Notícia actualitzada.'),
        conflict: ({ current }) => ({ version: String(current.version), changes: changedFields({ saved: { ...current, images: current.images.map(({ id, alt }) => ({ fileId: id, alt })) }, sent: draft, readers: { ...NEWS_FIELDS, images: IMAGES } }) }),
      });
    },
    async delete({ deps, staff, record: { id }, answer, done }) {
      return answer(await deleteNews(deps, staff, { id }), {
        done: () => done('/admin/news', 'Notícia esborrada.'),
        not_found: () => refuseAction(null, 'Esta notícia ja no hi és.'),
      });
    },
  },
});

const IMAGES = { label: 'Imatges', text: (images: readonly ImageDraft[]) => images.map(({ alt }, index) => `${index + 1}. ${alt === '' ? 'sense text' : alt}`).join('; ') };

async function newsAt({ deps, param }: AdminRequest<'editor'>): Promise<EditedNews | null> {
  const id = parseNewsId(param('newsId'));
  return id === null ? null : findEditedNews(deps, id);
}
