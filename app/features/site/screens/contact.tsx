import Camera from 'lucide-react/icons/camera';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ASSOCIATION, instagramAddress, mapAddress } from '#app/domain/association.ts';
import { pageMeta } from '#app/ui/layout/page-meta.ts';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { Crest } from '../crest.tsx';
import type { Route } from './+types/contact.ts';
import styles from './contact.module.css';

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Contacte', description: `${ASSOCIATION.name}: ${ASSOCIATION.street}, ${ASSOCIATION.town}.` });

export default function Contact(): ReactNode {
  return (
    <Wrap>
      <div className={styles.page}>
        <div className={styles.shield}>
          <Crest className={styles.crest} />
          <p className={styles.name}>{ASSOCIATION.name}</p>
        </div>
        <div className={styles.words}>
          <h1>Contacte</h1>
          <p className={styles.lead}>Si tens dubtes, contacta'ns!</p>
          <ul className={styles.ways}>
            <li>
              <a href={mapAddress(ASSOCIATION)} target="_blank" rel="noreferrer" className={styles.way}>
                <MapPin size={24} aria-hidden="true" />
                <span>
                  <span className={styles.kind}>On som (s'obri el mapa)</span>
                  {ASSOCIATION.street}, {ASSOCIATION.postcode} {ASSOCIATION.town}, {ASSOCIATION.country}
                </span>
              </a>
            </li>
            <li>
              <a href={`tel:${ASSOCIATION.phone.dial}`} className={styles.way}>
                <Phone size={24} aria-hidden="true" />
                <span>
                  <span className={styles.kind}>Telèfon</span>
                  {ASSOCIATION.phone.text}
                </span>
              </a>
            </li>
            <li>
              <a href={`mailto:${ASSOCIATION.email}`} className={styles.way}>
                <Mail size={24} aria-hidden="true" />
                <span>
                  <span className={styles.kind}>Correu</span>
                  {ASSOCIATION.email}
                </span>
              </a>
            </li>
            <li>
              <a href={instagramAddress(ASSOCIATION)} target="_blank" rel="noreferrer" className={styles.way}>
                <Camera size={24} aria-hidden="true" />
                <span>
                  <span className={styles.kind}>Instagram</span>@{ASSOCIATION.instagram}
                </span>
              </a>
            </li>
          </ul>
          <p className={styles.lost}>
            <Link to="/tiquet-perdut">He perdut el tiquet</Link>: te'l tornem a enviar al correu de la compra.
          </p>
        </div>
      </div>
    </Wrap>
  );
}
