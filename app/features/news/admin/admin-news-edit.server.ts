import { adminAction, adminLoader, type AdminRequest } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import { parseNewsId } from '#app/domain/news/news-id.ts';

import type { EditedNews } from '../schema.ts';
import { FORM_BYTES } from './form-bytes.ts';
import { changesBetween } from './form-values.ts';
import { newsDraftOf } from './news-draft-of.server.ts';
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
      const draft = newsDraftOf(value, edited);
      return answer(await saveNews(deps, staff, { id: edited.id, version: Number(value.version), draft }), {
        done: () => done('/admin/news', 'Notícia actualitzada.'),
        conflict: ({ current }) => ({ version: String(current.version), changes: changesBetween(current, draft) }),
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

async function newsAt({ deps, param }: AdminRequest<'editor'>): Promise<EditedNews | null> {
  const id = parseNewsId(param('newsId'));
  return id === null ? null : findEditedNews(deps, id);
}
