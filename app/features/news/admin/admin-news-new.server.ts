import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';

import { FORM_BYTES } from './form-bytes.ts';
import { toNewsDraft } from './news-draft.server.ts';
import { newsForm } from './news-forms.ts';
import { takeSentImages } from './sent-images.server.ts';
import { createNews, listCategories } from './service.server.ts';

export const loader = adminLoader('editor', async ({ deps }) => ({ categories: await listCategories(deps) }));

export const action = adminAction({
  right: 'editor',
  maxBytes: FORM_BYTES,
  intents: {
    async '*'({ deps, staff, sent, parse, refuse, answer, done }) {
      const problems = await takeSentImages(deps, { form: sent, createdBy: staff });
      const value = parse(newsForm);
      if (problems.length > 0) return refuse({ fields: { images: problems.join(' ') } });
      const draft = toNewsDraft(value);
      return answer(await createNews(deps, staff, { draft }), {
        done: () => done('/admin/news', draft.status === 'published' ? 'Notícia publicada.' : 'Esborrany guardat.'),
      });
    },
  },
});
