import { data } from 'react-router';

import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import { readNewsFilter } from '#app/domain/news/news-filter.ts';
import { parseNewsId } from '#app/domain/news/news-id.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { requestedPage } from '#app/design/ui/layout/pager.tsx';

import { listNews } from '../service.server.ts';
import { deleteNews, newsUsage } from './service.server.ts';

const PAGE_LENGTH = 20;

export const loader = adminLoader('editor', async ({ deps, query, args }) => {
  const { actor } = args.context.get(requestContext);
  const filter = readNewsFilter(query);
  const page = requestedPage(query);
  const list = await listNews(deps, actor, { filter, limit: PAGE_LENGTH, offset: (page - 1) * PAGE_LENGTH });
  const usage = query.has('espai')
    ? await newsUsage(deps).catch((error: unknown) => {
        deps.log.error({ err: error }, 'the usage of the storage could not be read');
        return { problem: 'Error al obtenir estadístiques' };
      })
    : null;
  return { ...list, filter, page, pages: Math.max(1, Math.ceil(list.total / PAGE_LENGTH)), usage };
});

export const action = adminAction({
  right: 'editor',
  intents: {
    async delete({ deps, staff, text, answer, done }) {
      const id = parseNewsId(text('newsId'));
      if (id === null) throw data(null, { status: 400 });
      return answer(await deleteNews(deps, staff, { id }), {
        done: () => done('/admin/news', 'Notícia esborrada.'),
        not_found: () => refuseAction('delete', 'Esta notícia ja no hi és.'),
      });
    },
  },
});
