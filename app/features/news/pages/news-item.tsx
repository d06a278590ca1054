import type { ReactNode } from 'react';
import { data, isRouteErrorResponse, Link, useRouteError } from 'react-router';

import { newsPath, parseNewsId } from '#app/domain/news/news-id.ts';
import { summaryOf } from '#app/domain/news/teaser.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { BackRow } from '#app/design/ui/layout/back-row.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useAssociation } from '#app/design/site-identity/use-association.ts';

import { findNews } from '../service.server.ts';
import type { Route } from './+types/news-item.ts';
import { NewsFacts, NewsTags } from './news-facts.tsx';
import { NewsImages } from './news-images.tsx';
import styles from './news-item.module.css';
import { NewsText } from './news-text.tsx';
import { NewsUnread } from './news-unread.tsx';
import { ShareNews } from './share-news.tsx';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { news, structuredData } = loaderData;
  const [cover] = news.images;
  return [
    ...pageMeta({ matches, title: news.title, description: summaryOf(news), ...(cover !== undefined && { image: cover.previewUrl }) }),
    { property: 'article:published_time', content: news.publishedAt },
    { 'script:ld+json': structuredData },
  ];
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const { deps, actor } = context.get(requestContext);
  const id = parseNewsId(params.newsId);
  const news = id === null ? null : await findNews(deps, actor, id);
  if (news === null) throw data(null, { status: 404 });
  const address = (path: string): string => new URL(path, deps.env.publicUrl).href;
  const structuredData = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: news.title,
    url: address(newsPath(news.id)),
    datePublished: news.publishedAt,
    dateModified: news.updatedAt,
    image: news.images.map(({ previewUrl }) => address(previewUrl)),
    author: { '@type': 'Organization', name: news.author },
  };
  return { news, structuredData, url: address(newsPath(news.id)) };
}

export default function NewsItemPage({ loaderData: { news, url } }: Route.ComponentProps): ReactNode {
  const { id, title, content, excerpt, images, tags, author, edited } = news;
  return (
    <Wrap width="text">
      <ToAllNews />
      <article className={styles.article}>
        <header className={ui.stack2}>
          <NewsFacts news={news} />
          <h1>{title}</h1>
          {excerpt === null ? null : <p className={styles.excerpt}>{excerpt}</p>}
        </header>
        {images.length === 0 ? null : (
          <div className={styles.images}>
            <NewsImages images={images} title={title} sizes="(min-width: 46rem) 44rem, 100vw" isLead fit="whole" />
          </div>
        )}
        <NewsText text={content} />
        <NewsTags tags={tags} />
        <p className={styles.author}>{author}</p>
        <div className={ui.cluster3}>
          <ShareNews title={title} url={url} />
          {edited === null ? null : (
            <ButtonLink tone="quiet" to={`/admin/news/${id}`}>
              Editar
            </ButtonLink>
          )}
        </div>
      </article>
    </Wrap>
  );
}

function ToAllNews(): ReactNode {
  return (
    <BackRow ground="paper">
      <Link to="/news">← Notícies</Link>
    </BackRow>
  );
}

/** One that was taken away is said to be gone; one that could not be read is not. */
export function ErrorBoundary(): ReactNode {
  const error = useRouteError();
  const isGone = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Wrap width="text">
      <title>{`Notícies · ${useAssociation().name}`}</title>
      <ToAllNews />
      <div className={styles.article}>
        {isGone ? (
          <EmptyState heading="h1" title="Esta notícia ja no hi és" action={<ButtonLink to="/news">Mira totes les notícies</ButtonLink>}>
            Potser s'ha retirat, o l'adreça no és del tot així.
          </EmptyState>
        ) : (
          <NewsUnread />
        )}
      </div>
    </Wrap>
  );
}
