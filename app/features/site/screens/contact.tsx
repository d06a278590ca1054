import Camera from 'lucide-react/icons/camera';
import LinkIcon from 'lucide-react/icons/link';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { instagramAddress, mapAddress } from '#app/domain/association.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { pageMeta } from '#app/ui/layout/page-meta.ts';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { useAssociation } from '#app/site-identity/use-association.ts';
import { Crest } from '#app/site-identity/crest.tsx';
import type { Route } from './+types/contact.ts';
import styles from './contact.module.css';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta({ matches, title: 'Contacte', ...(loaderData && { description: loaderData.where }) });

export async function loader({ context }: Route.LoaderArgs): Promise<{ where: string }> {
  const { association } = await context.get(requestContext).deps.settings.current();
  return { where: `${association.name}: ${association.street}, ${association.town}.` };
}

export default function Contact(): ReactNode {
  const association = useAssociation();
  const { name, street, postcode, town, country, phone, email, instagram, links } = association;
  return (
    <Wrap>
      <div className={styles.page}>
        <div className={styles.shield}>
          <Crest className={styles.crest} />
          <p className={styles.name}>{name}</p>
        </div>
        <div className={styles.words}>
          <h1>Contacte</h1>
          <p className={styles.lead}>Si tens dubtes, contacta'ns!</p>
          <ul className={styles.ways}>
            <li>
              <a href={mapAddress(association)} target="_blank" rel="noreferrer" className={styles.way}>
                <MapPin size={24} aria-hidden="true" />
                <span>
                  <span className={styles.kind}>On som (s'obri el mapa)</span>
                  {street}, {postcode} {town}, {country}
                </span>
              </a>
            </li>
            {phone === null ? null : (
              <li>
                <a href={`tel:${phone.dial}`} className={styles.way}>
                  <Phone size={24} aria-hidden="true" />
                  <span>
                    <span className={styles.kind}>Telèfon</span>
                    {phone.text}
                  </span>
                </a>
              </li>
            )}
            <li>
              <a href={`mailto:${email}`} className={styles.way}>
                <Mail size={24} aria-hidden="true" />
                <span>
                  <span className={styles.kind}>Correu</span>
                  {email}
                </span>
              </a>
            </li>
            {instagram === null ? null : (
              <li>
                <a href={instagramAddress(instagram)} target="_blank" rel="noreferrer" className={styles.way}>
                  <Camera size={24} aria-hidden="true" />
                  <span>
                    <span className={styles.kind}>Instagram</span>@{instagram}
                  </span>
                </a>
              </li>
            )}
            {links.map(({ text, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer" className={styles.way}>
                  <LinkIcon size={24} aria-hidden="true" />
                  <span>
                    <span className={styles.kind}>{new URL(url).hostname.replace(/^www\./, '')}</span>
                    {text}
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <p className={styles.lost}>
            <Link to="/tiquet-perdut">He perdut el tiquet</Link>: te'l tornem a enviar al correu de la compra.
          </p>
        </div>
      </div>
    </Wrap>
  );
}
