import type { ReactNode } from 'react';
import { data, Link } from 'react-router';

import { fillPlaceholders } from '#app/domain/site/placeholders.ts';
import { findLegalTexts, type LegalPage } from '#app/features/settings/service.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { PlainDocument } from '#app/design/site-identity/plain-document.tsx';
import styles from '#app/design/site-identity/plain-document.module.css';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/legal-page.ts';

interface Wording {
  title: string;
  description: string;
  lead: string;
}

const TERMS: Wording = {
  title: 'Condicions de compra',
  description: 'Què compres, com es paga, com es torna i què passa a la porta.',
  lead: "En poques paraules: tries, tens mitja hora per a pagar, el tiquet t'arriba al correu i a la porta ensenyes el codi.",
};
const PRIVACY: Wording = {
  title: 'Privacitat',
  description: 'Quines dades guardem, per a què, quant de temps i quins drets tens.',
  lead: "Guardem el mínim per a vendre't un tiquet i deixar-te passar a la porta. Ni publicitat, ni rastrejadors, ni dades venudes.",
};

const isPrivacy = (pathname: string): boolean => pathname.startsWith('/privacitat');

export const meta: Route.MetaFunction = ({ matches, location, error }) => {
  if (error) return [];
  const { title, description } = isPrivacy(location.pathname) ? PRIVACY : TERMS;
  return pageMeta({ matches, title, description });
};

/** `?versio=` selects an older version. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Pick<LegalPage, 'version' | 'isCurrent'> & { text: string; isPrivacy: boolean }> {
  const { pathname, searchParams } = url;
  const found = await findLegalTexts(context.get(requestContext).deps.db.query, searchParams.get('versio'));
  if (found === null) throw data(null, { status: 404 });
  const { version, isCurrent, terms, privacy } = found;
  return { version, isCurrent, text: isPrivacy(pathname) ? privacy : terms, isPrivacy: isPrivacy(pathname) };
}

export default function Legal({ loaderData: { version, isCurrent, text, isPrivacy: isPrivacyPolicy } }: Route.ComponentProps): ReactNode {
  const { title, lead } = isPrivacyPolicy ? PRIVACY : TERMS;
  const association = useAssociation();
  return (
    <Wrap width="text">
      <article className={styles.text}>
        <h1>{title}</h1>
        <p className={`${ui.heading} ${ui.soft}`}>{lead}</p>
        <p>Versió {version}</p>
        {isCurrent ? null : (
          <Banner tone="warning" title={`Esta és la versió ${version}, que ja no està en vigor`}>
            <Link to={isPrivacyPolicy ? '/privacitat' : '/condicions'}>Llegir la d'ara</Link>
          </Banner>
        )}
        {isPrivacyPolicy ? (
          <p>
            Per a vore, descarregar, corregir o esborrar el que guardem de tu: <Link to="/les-meues-dades">Les meues dades</Link>. No cal tindre compte.
          </p>
        ) : null}
        <PlainDocument text={fillPlaceholders(text, association)} />
      </article>
    </Wrap>
  );
}
