import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { isFiltering, newsQuery, readNewsFilter } from '#app/domain/news/news-filter.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { requestedPage, Pager } from '#app/design/ui/layout/pager.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useAssociation } from '#app/design/site-identity/use-association.ts';

import { listNews, mayEditNews } from '../service.server.ts';
import type { Route } from './+types/news.ts';
import { NewsCard } from './news-card.tsx';
import { NewsFilterForm } from './news-filter-form.tsx';
import { NewsUnread } from './news-unread.tsx';
import styles from './news.module.css';

const PAGE_LENGTH = 9;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Notícies', description: 'El que passa al casal, contat de primera mà: convocatòries, actes i fotos de la falla.' });

export async function loader({ context, url }: Route.LoaderArgs) {
  const { deps, actor } = context.get(requestContext);
  const query = url.searchParams;
  const isEditor = mayEditNews(actor);
  const requested = readNewsFilter(query);
  const filter = isEditor ? requested : { ...requested, status: 'all' as const };
  const page = requestedPage(query);
  const list = await listNews(deps, actor, { filter, limit: PAGE_LENGTH, offset: (page - 1) * PAGE_LENGTH });
  return { ...list, filter, page, isEditor };
}

export default function News({ loaderData: { news, total, categories, filter, page, isEditor } }: Route.ComponentProps): ReactNode {
  const filtering = isFiltering(filter);
  const pages = Math.max(1, Math.ceil(total / PAGE_LENGTH));
  const hasLead = page === 1 && !filtering;
  return (
    <>
      <Heading />
      <Wrap>
        <div className={styles.page}>
          <NewsFilterForm filter={filter} categories={categories} isEditor={isEditor} />
          <div className={styles.bar}>
            <p role="status" className={`${ui.soft} ${ui.figure}`}>
              {countText(total, filtering)}
            </p>
            {isEditor ? (
              <div className={ui.cluster3}>
                <ButtonLink tone="quiet" to="/admin/news">
                  Administrar
                </ButtonLink>
                <ButtonLink to="/admin/news/new">+ Nova Notícia</ButtonLink>
              </div>
            ) : null}
          </div>
          {news.length > 0 ? (
            <ul className={styles.list}>
              {news.map((one, index) => (
                <li key={one.id} className={hasLead && index === 0 ? styles.lead : undefined}>
                  <NewsCard news={one} isLead={hasLead && index === 0} />
                </li>
              ))}
            </ul>
          ) : (
            <NoNews filtering={filtering} isEditor={isEditor} isBeyond={total > 0} />
          )}
          <Pager page={page} pages={pages} addressOf={(other) => `/news${newsQuery(filter, { page: other })}`} />
        </div>
      </Wrap>
    </>
  );
}

function NoNews({ filtering, isEditor, isBeyond }: { filtering: boolean; isEditor: boolean; isBeyond: boolean }): ReactNode {
  if (isBeyond) return <EmptyState title="Esta pàgina ja no hi és" action={<Link to="/news">Torna a les notícies</Link>} />;
  if (filtering) {
    return (
      <EmptyState
        title="No s'han trobat notícies amb els filtres aplicats"
        action={
          <ButtonLink tone="quiet" to="/news">
            Netejar filtres
          </ButtonLink>
        }
      />
    );
  }
  if (isEditor) return <EmptyState title="No hi ha notícies creades. Crea la primera!" action={<ButtonLink to="/admin/news/new">+ Nova Notícia</ButtonLink>} />;
  return <EmptyState title="No hi ha notícies disponibles">Quan hi haja novetats del casal les contarem ací.</EmptyState>;
}

function countText(total: number, filtering: boolean): string {
  const counted = total === 1 ? '1 notícia' : `${total} notícies`;
  if (!filtering) return counted;
  return total === 1 ? '1 notícia trobada' : `${counted} trobades`;
}

export function ErrorBoundary(): ReactNode {
  return (
    <>
      <title>{`Notícies · ${useAssociation().name}`}</title>
      <Heading />
      <Wrap>
        <div className={styles.unread}>
          <NewsUnread />
        </div>
      </Wrap>
    </>
  );
}

function Heading(): ReactNode {
  return <PageHeader title="Notícies">El que passa al casal, contat de primera mà.</PageHeader>;
}
