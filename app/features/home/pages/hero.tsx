import type { ReactNode } from 'react';

import { displayName } from '#app/domain/association.ts';
import { fillPlaceholders } from '#app/domain/site/placeholders.ts';
import { taglineLines } from '#app/domain/site/tagline-lines.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { Bunting } from './bunting.tsx';
import { FireNight } from './fire-night.tsx';
import styles from './hero.module.css';

export function Hero({ lead }: { lead: string }): ReactNode {
  const association = useAssociation();
  const { town, tagline } = association;
  const name = displayName(association);
  const sentence = tagline === '' ? name : tagline;
  const lines = taglineLines(sentence);
  return (
    <section className={styles.hero}>
      <FireNight />
      <Bunting />
      <Wrap>
        <div className={styles.words}>
          <p className={styles.who}>
            {[name, town].filter((part) => part !== '').join(' · ')}
          </p>
          {/* A screen reader reads one sentence instead of three lines. */}
          <h1 className={styles.tagline} aria-label={sentence}>
            {lines.map((line, index) => (
              <span key={index} className={index === lines.length - 1 ? styles.comboi : undefined}>
                {line}{' '}
              </span>
            ))}
          </h1>
          <p className={styles.lead}>{fillPlaceholders(lead, association)}</p>
          <div className={ui.cluster3}>
            <ButtonLink to="/tickets">Vull tiquets</ButtonLink>
            <ButtonLink to="/contact" tone="night">
              On som
            </ButtonLink>
          </div>
        </div>
      </Wrap>
    </section>
  );
}
