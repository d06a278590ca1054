import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { displayName, instagramAddress, mapAddress } from '#app/domain/association.ts';
import { AccountName } from '#app/design/ui/account-name.tsx';
import { TileBand } from '#app/design/ui/layout/tile-band.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Crest } from '#app/design/site-identity/crest.tsx';
import styles from './footer.module.css';

export function Footer(): ReactNode {
  const association = useAssociation();
  const { tagline, street, postcode, town, instagram, links } = association;
  return (
    <footer className={styles.footer}>
      <TileBand />
      <Wrap>
        <div className={styles.columns}>
          <div className={ui.line4}>
            <Crest className={styles.crest} />
            <div>
              <p className={styles.name}>{displayName(association)}</p>
              <p className={styles.tagline}>{tagline}</p>
            </div>
          </div>
          <address className={styles.column}>
            {street === '' ? null : (
              <a href={mapAddress(association)} target="_blank" rel="noreferrer">
                {street}
                <br />
                {`${postcode} ${town}`}
              </a>
            )}
            {instagram === null ? null : (
              <a href={instagramAddress(instagram)} target="_blank" rel="noreferrer">
                <span>
                  Instagram <AccountName>{`@${instagram}`}</AccountName>
                </span>
              </a>
            )}
            {links.map(({ text, url }) => (
              <a key={url} href={url} target="_blank" rel="noreferrer">
                {text}
              </a>
            ))}
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
        <p className={styles.signature}>Fet amb Comboi</p>
      </Wrap>
    </footer>
  );
}
