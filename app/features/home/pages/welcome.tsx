import type { ReactNode } from 'react';

import { fillPlaceholders } from '#app/domain/site/placeholders.ts';
import type { SiteTexts } from '#app/domain/site/settings.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import styles from './welcome.module.css';

export function Welcome({ texts: { homeSaying, homeWelcome } }: { texts: SiteTexts }): ReactNode {
  const association = useAssociation();
  return (
    <section className={styles.welcome} aria-labelledby="fer-comboi">
      <Wrap>
        <div className={styles.inner}>
          <h2 id="fer-comboi" className={styles.saying}>
            <Saying words={fillPlaceholders(homeSaying, association)} />
          </h2>
          <div className={styles.text}>
            {fillPlaceholders(homeWelcome, association)
              .split(/\n\s*\n/)
              .map((paragraph, index) => (
                <p key={index}>{paragraph}</p>
              ))}
          </div>
        </div>
      </Wrap>
    </section>
  );
}

/** 'X és Y': the second half is emphasized. */
function Saying({ words }: { words: string }): ReactNode {
  const [, first, second] = /^(.{3,40}? és) (.+)$/.exec(words) ?? [];
  if (first === undefined) return words;
  return (
    <>
      {first} <em>{second}</em>
    </>
  );
}
