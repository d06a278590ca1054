import type { ReactNode } from 'react';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { takeSentImages } from './sent-images.server.ts';
import { createNews, listCategories } from './service.server.ts';
import { FORM_BYTES } from './form-bytes.ts';
import type { Route } from './+types/admin-news-new.ts';
import { newsDraftOf } from './news-draft-of.server.ts';
import { NewsForm } from './news-form.tsx';
import { newsForm } from './news-forms.ts';
import { sendNewsForm } from './save-failure.ts';

export const clientAction = sendNewsForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Nova Notícia' });

const NEW_NEWS = { status: 'draft' as const };

export async function loader(args: Route.LoaderArgs): Promise<{ categories: string[] }> {
  const { deps } = staffOf(args, 'editor');
  return { categories: await listCategories(deps) };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'editor');
  const sent = await readAdminForm(args.request, FORM_BYTES);
  const problems = await takeSentImages(deps, { form: sent, createdBy: staff });
  const form = parseForm(sent, newsForm);
  if (form.reply) return form.reply;
  if (problems.length > 0) return form.refuse({ fields: { images: problems.join(' ') } });
  const draft = newsDraftOf(form.value, null);
  const made = await createNews(deps, staff, { draft });
  switch (made.outcome) {
    case 'done':
      return done('/admin/news', draft.status === 'published' ? 'Notícia publicada.' : 'Esborrany guardat.');
    case 'invalid':
      return form.refuse({ fields: made.problems });
    case 'key_reused':
    case 'refused':
      throw refuseAdminPage();
  }
}

export default function AdminNewsNew({ loaderData: { categories }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Nova Notícia" back={{ to: '/admin/news', text: 'Notícies' }} reply={actionData} width="text">
      <NewsForm fields={NEW_NEWS} isNew categories={categories} reply={actionData} />
    </AdminPage>
  );
}
