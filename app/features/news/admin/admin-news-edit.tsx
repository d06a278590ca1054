import type { ReactNode } from 'react';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { newsPath } from '#app/domain/news/news-id.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { EditedNews } from '../schema.ts';
import type { Route } from './+types/admin-news-edit.ts';
import { NewsForm, newsTexts } from './news-form.tsx';
import { sendNewsForm } from './save-failure.ts';

export { action, loader } from './admin-news-edit.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendNewsForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Editar Notícia' });

export default function AdminNewsEdit({ loaderData: { news, categories }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage
      title="Editar Notícia"
      lead={news.title}
      back={{ to: '/admin/news', text: 'Notícies' }}
      actions={
        <>
          <ButtonLink tone="quiet" to={newsPath(news.id)}>
            Veure-la
          </ButtonLink>
          <DeleteNews news={news} />
        </>
      }
      reply={actionData}
      width="text"
    >
      <NewsForm key={news.id} fields={newsTexts(news)} isNew={false} categories={categories} reply={actionData} />
    </AdminPage>
  );
}

function DeleteNews({ news: { title, images } }: { news: EditedNews }): ReactNode {
  const facts = [
    { name: 'Notícia', value: title },
    { name: 'Imatges', value: String(images.length) },
  ];
  return (
    <ConfirmAction label="Esborrar" title="Esborrar esta notícia?" facts={facts} confirmLabel="Esborrar-la" busyLabel="Esborrant…" intent="delete">
      <p>S'esborra per sempre, amb les seues imatges. Si només vols que no es veja, fes-la esborrany.</p>
    </ConfirmAction>
  );
}
