import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { DEFAULT_CATEGORY } from '#app/domain/news/news-constants.ts';
import { dayText } from '#app/domain/time/instant-text.ts';
import { Chip } from '#app/design/ui/chip.tsx';

import type { NewsView } from '../news-view.ts';
import styles from './news-facts.module.css';

export function NewsFacts({ news: { publishedAt, category, featured, edited } }: { news: NewsView }): ReactNode {
  return (
    <div className={styles.facts}>
      <time dateTime={publishedAt}>{dayText(publishedAt)}</time>
      {category === DEFAULT_CATEGORY ? null : (
        <Link to={`/news?category=${encodeURIComponent(category)}`} className={styles.category}>
          {category}
        </Link>
      )}
      {featured ? <Chip tone="saffron">Destacada</Chip> : null}
      {edited?.status === 'draft' ? <Chip tone="neutral">Esborrany</Chip> : null}
      {edited?.isScheduled ? <Chip tone="teal">Programada</Chip> : null}
    </div>
  );
}

export function NewsTags({ tags }: { tags: readonly string[] }): ReactNode {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label="Etiquetes">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={`/news?tag=${encodeURIComponent(tag)}`}>#{tag}</Link>
        </li>
      ))}
    </ul>
  );
}
