import Camera from 'lucide-react/icons/camera';
import LinkIcon from 'lucide-react/icons/link';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { displayName, instagramAddress, mapAddress } from '#app/domain/association.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { AccountName } from '#app/design/ui/account-name.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Crest } from '#app/design/site-identity/crest.tsx';
import type { Route } from './+types/contact.ts';
import styles from './contact.module.css';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta({ matches, title: 'Contacte', ...(loaderData && { description: loaderData.where }) });

export async function loader({ context }: Route.LoaderArgs): Promise<{ where: string }> {
  const { association } = await context.get(requestContext).deps.settings.current();
  if (association.street === '') return { where: displayName(association) };
  return { where: `${association.name}: ${association.street}, ${association.town}.` };
}

export default function Contact(): ReactNode {
  const association = useAssociation();
  const { street, postcode, town, country, phone, email, instagram, links } = association;
  return (
    <Wrap>
      <div className={styles.page}>
        <div className={styles.shield}>
          <Crest className={styles.crest} />
          <p className={styles.name}>{displayName(association)}</p>
        </div>
        <div className={ui.stack3}>
          <h1>Contacte</h1>
          <p className={`${ui.heading} ${ui.soft}`}>Si tens dubtes, contacta'ns!</p>
          <ul className={styles.ways}>
            {street === '' ? null : (
              <Way icon={MapPin} href={mapAddress(association)} kind="On som (s'obri el mapa)">
                {street}, {postcode} {town}, {country}
              </Way>
            )}
            {phone === null ? null : (
              <Way icon={Phone} href={`tel:${phone.dial}`} kind="Telèfon">
                {phone.text.replaceAll(' ', '\u00a0')}
              </Way>
            )}
            {email === '' ? null : (
              <Way icon={Mail} href={`mailto:${email}`} kind="Correu">
                <AccountName>{email}</AccountName>
              </Way>
            )}
            {instagram === null ? null : (
              <Way icon={Camera} href={instagramAddress(instagram)} kind="Instagram">
                <AccountName>{`@${instagram}`}</AccountName>
              </Way>
            )}
            {links.map(({ text, url }) => (
              <Way key={url} icon={LinkIcon} href={url} kind={new URL(url).hostname.replace(/^www\./, '')}>
                {text}
              </Way>
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

function Way({ icon: Icon, href, kind, children }: { icon: typeof Mail; href: string; kind: string; children: ReactNode }): ReactNode {
  const leads = href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {};
  return (
    <li>
      <a href={href} {...leads} className={styles.way}>
        <Icon size={24} aria-hidden="true" />
        <span>
          <span className={styles.kind}>{kind}</span>
          {children}
        </span>
      </a>
    </li>
  );
}
