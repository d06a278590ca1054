import type { ReactNode } from 'react';
import { Form, Link, useNavigate } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { isFiltering, newsQuery } from '#app/domain/news/news-filter.ts';
import { newsPath } from '#app/domain/news/news-id.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/design/ui/forms/field.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Pager } from '#app/design/ui/layout/pager.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { NewsView } from '../news-view.ts';
import type { Route } from './+types/admin-news.ts';
import styles from './admin-news.module.css';
import { NewsUsageWindow } from './news-usage-window.tsx';
import { sendNewsForm } from './save-failure.ts';

export { action, loader } from './admin-news.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendNewsForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Notícies' });

export default function AdminNews({ loaderData: { news, total, filter, page, pages, usage }, actionData }: Route.ComponentProps): ReactNode {
  const navigate = useNavigate();
  const actions = (
    <>
      <ButtonLink to="/admin/news/new">+ Nova Notícia</ButtonLink>
      <ButtonLink tone="quiet" to="/admin/news?espai=1" preventScrollReset>
        📊 Ús d'Espai
      </ButtonLink>
    </>
  );
  return (
    <AdminPage title="Notícies" lead="El que es conta al web: escriure, publicar, retirar." reply={actionData} actions={actions}>
      {usage === null ? null : <NewsUsageWindow usage={usage} onClose={() => void navigate('/admin/news', { preventScrollReset: true })} />}
      <Form className={adminPage.search} role="search">
        <TextField key={filter.search} label="Títol o text" type="search" name="q" defaultValue={filter.search} maxLength={100} />
        <Field label="Estat">
          {(control) => (
            <select {...control} key={filter.status} name="status" defaultValue={filter.status === 'all' ? '' : filter.status}>
              <option value="">Totes</option>
              <option value="published">Publicades</option>
              <option value="draft">Esborranys</option>
            </select>
          )}
        </Field>
        <Button type="submit" tone="quiet">
          Buscar
        </Button>
      </Form>
      {total === 0 ? (
        isFiltering(filter) ? (
          <EmptyState title="No s'han trobat notícies amb els filtres aplicats" action={<Link to="/admin/news">Netejar filtres</Link>} />
        ) : (
          <EmptyState title="No hi ha notícies creades. Crea la primera!" action={<ButtonLink to="/admin/news/new">+ Nova Notícia</ButtonLink>} />
        )
      ) : (
        <ul className={ui.stack4}>
          {news.map((one) => (
            <NewsRow key={one.id} news={one} />
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} addressOf={(other) => `/admin/news${newsQuery(filter, { page: other })}`} />
    </AdminPage>
  );
}

function NewsRow({ news: { id, title, images, publishedAt, category, featured, edited } }: { news: NewsView }): ReactNode {
  const [cover] = images;
  return (
    <li className={styles.row}>
      {cover === undefined ? <span className={styles.noCover} aria-hidden="true" /> : <img src={cover.url} srcSet={cover.srcSet} sizes="6rem" alt="" width={96} height={64} loading="lazy" className={styles.cover} />}
      <div className={`${ui.stack1} ${ui.breakable}`}>
        <h2 className={styles.title}>
          <Link to={`/admin/news/${id}`}>{title}</Link>
        </h2>
        <p className={ui.facts}>
          {instantText(publishedAt)} · {category} · {images.length === 1 ? '1 imatge' : `${images.length} imatges`}
        </p>
        <div className={styles.chips}>
          {edited?.status === 'draft' ? <Chip>Esborrany</Chip> : edited?.isScheduled ? <Chip tone="saffron">Programada</Chip> : <Chip tone="teal">Publicada</Chip>}
          {featured ? <Chip tone="saffron">Destacada</Chip> : null}
        </div>
      </div>
      <div className={styles.actions}>
        <ButtonLink tone="quiet" to={`/admin/news/${id}`} aria-label={`Editar: ${title}`}>
          Editar
        </ButtonLink>
        <ButtonLink tone="text" to={newsPath(id)} aria-label={`Veure: ${title}`}>
          Veure
        </ButtonLink>
        <ConfirmAction
          label="Esborrar"
          tone="text"
          title="Esborrar esta notícia?"
          facts={[
            { name: 'Notícia', value: title },
            { name: 'Imatges', value: String(images.length) },
          ]}
          confirmLabel="Esborrar-la"
          busyLabel="Esborrant…"
          intent="delete"
          values={{ newsId: String(id) }}
        >
          <p>S'esborra per sempre, amb les seues imatges.</p>
        </ConfirmAction>
      </div>
    </li>
  );
}
