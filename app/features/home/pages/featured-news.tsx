import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { NewsTeaser } from '#app/features/news/service.server.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import section from './programme.module.css';
import styles from './featured-news.module.css';

export function FeaturedNews({ news }: { news: readonly NewsTeaser[] }): ReactNode {
  if (news.length === 0) return null;
  return (
    <Wrap>
      <section className={styles.news} aria-labelledby="noticies">
        <div className={section.head}>
          <h2 id="noticies" className={section.title}>
            El que es cou al casal
          </h2>
          <Link to="/news" className={section.more}>
            Totes les notícies <ArrowRight size={18} aria-hidden="true" />
          </Link>
        </div>
        <ul className={styles.list}>
          {news.map(({ id, title, summary, image }) => (
            <li key={id} className={styles.item}>
              <Link to={`/news/${id}`} className={styles.link}>
                {image === null ? (
                  <span className={styles.blank} aria-hidden="true" />
                ) : (
                  <img src={image.url} srcSet={image.srcSet} sizes="(min-width: 60rem) 23rem, 92vw" width={image.width} height={image.height} alt={image.alt} loading="lazy" />
                )}
                <strong className={styles.title}>{title}</strong>
                <span className={ui.soft}>{summary}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </Wrap>
  );
}
