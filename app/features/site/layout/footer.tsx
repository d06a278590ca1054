import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ASSOCIATION, instagramAddress, mapAddress } from '#app/domain/association.ts';
import { TileBand } from '#app/ui/layout/tile-band.tsx';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { Crest } from '../crest.tsx';
import styles from './footer.module.css';

export function Footer(): ReactNode {
  return (
    <footer className={styles.footer}>
      <TileBand />
      <Wrap>
        <div className={styles.columns}>
          <div className={styles.who}>
            <Crest className={styles.crest} />
            <div>
              <p className={styles.name}>{ASSOCIATION.name}</p>
              <p className={styles.tagline}>{ASSOCIATION.tagline}</p>
            </div>
          </div>
          <address className={styles.column}>
            <a href={mapAddress(ASSOCIATION)} target="_blank" rel="noreferrer">
              {ASSOCIATION.street}
              <br />
              {ASSOCIATION.postcode} {ASSOCIATION.town}
            </a>
            <a href={instagramAddress(ASSOCIATION)} target="_blank" rel="noreferrer">
              Instagram @{ASSOCIATION.instagram}
            </a>
          </address>
          <ul className={styles.column}>
            <li>
              <Link to="/contact">Contacte</Link>
            </li>
            <li>
              <Link to="/condicions">Condicions de compra</Link>
            </li>
            <li>
              <Link to="/privacitat">Privacitat</Link>
            </li>
          </ul>
        </div>
      </Wrap>
    </footer>
  );
}
