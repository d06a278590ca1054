import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';

import { newsPath } from '#app/domain/news/news-id.ts';
import { hasMore, summaryOf } from '#app/domain/news/teaser.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';

import styles from './news-card.module.css';
import { NewsFacts, NewsTags } from './news-facts.tsx';
import { NewsImages } from './news-images.tsx';
import { NewsText } from './news-text.tsx';
import type { NewsView } from '../news-view.ts';

interface NewsCardProps {
  news: NewsView;
  isLead: boolean;
}

export function NewsCard({ news, isLead }: NewsCardProps): ReactNode {
  const { id, title, content, images, tags, edited } = news;
  const hydrated = useHydrated();
  const textId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <article className={styles.card} data-lead={isLead || undefined} data-plain={images.length === 0 || undefined} aria-labelledby={`${textId}-title`}>
      {images.length === 0 ? null : (
        <div className={styles.images}>
          <NewsImages images={images} title={title} isLead={isLead} sizes={isLead ? '(min-width: 60rem) 40rem, 92vw' : '(min-width: 60rem) 35rem, 92vw'} />
        </div>
      )}
      <div className={styles.words}>
        <NewsFacts news={news} />
        <h2 id={`${textId}-title`} className={styles.title}>
          <Link to={newsPath(id)}>{title}</Link>
        </h2>
        <div id={textId}>
          {isOpen ? <NewsText text={content} /> : <p className={styles.teaser}>{summaryOf(news)}</p>}
        </div>
        <div className={styles.actions}>
          {!hasMore(news) ? null : hydrated ? (
            <Button tone="text" aria-expanded={isOpen} aria-controls={textId} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Llegir menys' : 'Llegir més'}
            </Button>
          ) : (
            <ButtonLink tone="text" to={newsPath(id)}>
              Llegir més
            </ButtonLink>
          )}
          {edited === null ? null : (
            <ButtonLink tone="text" to={`/admin/news/${id}`} aria-label={`Editar: ${title}`}>
              Editar
            </ButtonLink>
          )}
        </div>
        <NewsTags tags={tags} />
      </div>
    </article>
  );
}
