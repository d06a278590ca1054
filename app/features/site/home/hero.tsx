import type { ReactNode } from 'react';

import { ASSOCIATION } from '#app/domain/association.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { Bunting } from './bunting.tsx';
import { FireNight } from './fire-night.tsx';
import styles from './hero.module.css';

export function Hero(): ReactNode {
  return (
    <section className={styles.hero}>
      <FireNight />
      <Bunting />
      <Wrap>
        <div className={styles.words}>
          <p className={styles.who}>
            {ASSOCIATION.name} · {ASSOCIATION.town}
          </p>
          {/* One sentence to a screen reader, three lines to the eye. */}
          <h1 className={styles.tagline} aria-label="TOTS JUNTS A FER COMBOI">
            <span>TOTS JUNTS </span>
            <span>A FER </span>
            <span className={styles.comboi}>COMBOI</span>
          </h1>
          <p className={styles.lead}>Sopar, música i foguera. Tria el sopar, convida els teus i vine: la nit la posem nosaltres.</p>
          <div className={styles.actions}>
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
