import type { ReactNode } from 'react';

import { initialTexts } from '#app/design/admin-kit/form/record-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { NEWS_FIELDS } from '#app/domain/news/news-fields.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-news-new.ts';
import { NewsForm } from './news-form.tsx';
import { sendNewsForm } from './save-failure.ts';

export { action, loader } from './admin-news-new.server.ts';
export const clientAction = sendNewsForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Nova Notícia' });

export default function AdminNewsNew({ loaderData: { categories }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Nova Notícia" back={{ to: '/admin/news', text: 'Notícies' }} reply={actionData} width="text">
      <NewsForm fields={initialTexts(NEWS_FIELDS)} isNew categories={categories} reply={actionData} />
    </AdminPage>
  );
}
