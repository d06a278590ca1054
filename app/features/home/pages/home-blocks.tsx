import type { ReactNode } from 'react';

import type { BlockKind } from '#app/domain/site/home-block.ts';
import { Crest } from '#app/design/site-identity/crest.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { HomeBlock, MenuItemView } from '../service.server.ts';
import styles from './home-blocks.module.css';

const ITEMS: Record<BlockKind, (props: { items: readonly MenuItemView[] }) => ReactNode> = { falleres: Falleres, monument: Monument, sponsors: Sponsors, numbers: Numbers };

export function HomeBlocks({ blocks }: { blocks: readonly HomeBlock[] }): ReactNode {
  return blocks.map(({ id, kind, title, intro, items }) => {
    const Items = ITEMS[kind];
    return (
      <section key={id} className={`${styles.block} ${styles[kind]}`} aria-labelledby={`bloc-${id}`}>
        <Wrap>
          <h2 id={`bloc-${id}`} className={styles.title}>
            {title}
          </h2>
          {intro === '' ? null : <p className={styles.intro}>{intro}</p>}
          <Items items={items} />
        </Wrap>
      </section>
    );
  });
}

function Falleres({ items }: { items: readonly MenuItemView[] }): ReactNode {
  return (
    <ul className={styles.people}>
      {items.map(({ id, text, detail, picture }) => (
        <li key={id} className={styles.person}>
          {picture === null ? (
            <span className={styles.noPortrait}>
              <Crest className={styles.shield!} />
            </span>
          ) : (
            <img src={picture.src} srcSet={picture.srcSet} sizes="(min-width: 60rem) 16rem, 46vw" width={picture.width} height={picture.height} alt="" loading="lazy" className={styles.portrait} />
          )}
          <strong className={styles.name}>{text}</strong>
          <span className={styles.detail}>{detail}</span>
        </li>
      ))}
    </ul>
  );
}

function Monument({ items }: { items: readonly MenuItemView[] }): ReactNode {
  return items.map(({ id, text, detail, picture }) => (
    <article key={id} className={styles.part}>
      {picture === null ? null : (
        <img src={picture.src} srcSet={picture.srcSet} sizes="(min-width: 60rem) 34rem, 92vw" width={picture.width} height={picture.height} alt="" loading="lazy" className={styles.photo} />
      )}
      <div>
        <h3 className={styles.partTitle}>{text}</h3>
        <p className={styles.status}>{detail}</p>
      </div>
    </article>
  ));
}

function Sponsors({ items }: { items: readonly MenuItemView[] }): ReactNode {
  return (
    <ul className={styles.sponsors}>
      {items.map((item) => (
        <li key={item.id}>
          {item.url === null ? (
            <span className={styles.sponsor}>
              <Sponsor {...item} />
            </span>
          ) : (
            <a href={item.url} target="_blank" rel="noreferrer" className={styles.sponsor}>
              <Sponsor {...item} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function Sponsor({ text, detail, picture }: MenuItemView): ReactNode {
  return (
    <>
      {picture === null ? null : <img src={picture.src} srcSet={picture.srcSet} sizes="10rem" width={picture.width} height={picture.height} alt="" loading="lazy" className={styles.logo} />}
      <strong>{text}</strong>
      {detail === '' ? null : <span className={styles.detail}>{detail}</span>}
    </>
  );
}

function Numbers({ items }: { items: readonly MenuItemView[] }): ReactNode {
  return (
    <dl className={styles.figures}>
      {items.map(({ id, text, detail }) => (
        <div key={id} className={styles.figure}>
          <dt className={styles.counted}>{detail}</dt>
          <dd className={ui.numeral}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
