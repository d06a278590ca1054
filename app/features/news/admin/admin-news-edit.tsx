import type { ReactNode } from 'react';
import { data } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { dispatchIntent, parseForm, readAdminForm, refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { newsPath, parseNewsId } from '#app/domain/news/news-id.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { EditedNews } from '../schema.ts';
import { takeSentImages } from './sent-images.server.ts';
import { deleteNews, findEditedNews, listCategories, saveNews } from './service.server.ts';
import type { Route } from './+types/admin-news-edit.ts';
import { FORM_BYTES } from './form-bytes.ts';
import { changesBetween, newsFields } from './form-values.ts';
import { newsDraftOf } from './news-draft-of.server.ts';
import { NewsForm } from './news-form.tsx';
import { newsForm } from './news-forms.ts';
import { sendNewsForm } from './save-failure.ts';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendNewsForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Editar Notícia' });

export async function loader(args: Route.LoaderArgs): Promise<{ news: EditedNews; categories: string[] }> {
  const { deps } = staffOf(args, 'editor');
  return { news: await newsAt(deps, args.params.newsId), categories: await listCategories(deps) };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'editor');
  const edited = await newsAt(deps, args.params.newsId);
  const sent = await readAdminForm(args.request, FORM_BYTES);

  async function remove(): Promise<Response | ReplyData> {
    const removed = await deleteNews(deps, staff, { id: edited.id });
    if (removed.outcome === 'done') return done('/admin/news', 'Notícia esborrada.');
    if (removed.outcome === 'not_found') return refuseAction(null, 'Esta notícia ja no hi és.');
    throw refuseAdminPage();
  }

  async function save(): Promise<Response | ReplyData> {
    const problems = await takeSentImages(deps, { form: sent, createdBy: staff });
    const form = parseForm(sent, newsForm);
    if (form.reply) return form.reply;
    if (problems.length > 0) return form.refuse({ fields: { images: problems.join(' ') } });
    const draft = newsDraftOf(form.value, edited);
    const saved = await saveNews(deps, staff, { id: edited.id, version: Number(form.value.version), draft });
    switch (saved.outcome) {
      case 'done':
        return done('/admin/news', 'Notícia actualitzada.');
      case 'invalid':
        return form.refuse({ fields: saved.problems });
      case 'conflict':
        return form.conflict({ version: String(saved.current.version), changes: changesBetween(saved.current, draft) });
      case 'not_found':
        throw data(null, { status: 404 });
      case 'key_reused':
      case 'refused':
        throw refuseAdminPage();
    }
  }

  return dispatchIntent(sent, { delete: remove, news: save });
}

async function newsAt(deps: Deps, text: string): Promise<EditedNews> {
  const id = parseNewsId(text);
  const news = id === null ? null : await findEditedNews(deps, id);
  if (news === null) throw data(null, { status: 404 });
  return news;
}

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
      <NewsForm key={news.id} fields={newsFields(news)} isNew={false} categories={categories} reply={actionData} />
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
