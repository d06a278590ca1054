import type { ReactNode } from 'react';
import { data } from 'react-router';

import { groupPlacesText } from '#app/domain/groups/event-group.ts';
import { listText } from '#app/domain/list.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import { ShareLink } from '#app/design/ui/share-link.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { REFUSALS } from '#app/domain/api-error.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import { findGroupByCode } from '../codes/service.server.ts';
import { shareOfGroup } from '../share/service.server.ts';
import type { Route } from './+types/group-page.ts';
import styles from './groups.module.css';

/** The preview of a link names event and colla, and nobody. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const group = loaderData?.group ?? null;
  const title = group === null ? 'Esdeveniment no trobat' : `${group.name} · ${group.eventTitle}`;
  return [...pageMeta({ matches, title, ...(group !== null && { description: `Seu amb «${group.name}»: ${group.when}` }), canonical: '/colla' }), { name: 'robots', content: 'noindex' }];
};

export function headers(): Record<string, string> {
  return PRIVATE_LINK;
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { deps, actor, address, limits } = context.get(requestContext);
  const group = await findGroupByCode(deps, { actor, headers: request.headers, network: address, limits }, params.code).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'RATE_LIMITED') throw data(null, { status: REFUSALS.RATE_LIMITED.status, headers: { 'Retry-After': String(error.details.retryAfterSeconds ?? 60) } });
    throw error;
  });
  if (group === null) return data({ group: null, share: null }, { status: 404 });
  const { id: _id, ...view } = group;
  return data({ group: view, share: shareOfGroup(deps, group) });
}

export default function GroupPage({ loaderData: { group, share } }: Route.ComponentProps): ReactNode {
  if (group === null) {
    return (
      <Wrap width="text">
        <div className={styles.space}>
          <EmptyState art={<HeadArt of="magnifier" />} heading="h1" title="Esdeveniment no trobat" action={<ButtonLink to="/tickets">Veure els actes</ButtonLink>}>
            <p>Mira que l'enllaç de la colla estiga sencer, o demana-li'l de nou a qui te l'ha passat.</p>
          </EmptyState>
        </div>
      </Wrap>
    );
  }
  return (
    <>
      <PageHeader title={group.name} art={<HeadArt of="colla" />}>
        {group.eventTitle} · {group.when}
      </PageHeader>
      <Wrap width="text">
        <div className={styles.sheet}>
          <section className={styles.card} aria-labelledby="qui-ve">
            <h2 id="qui-ve" className={ui.heading}>
              {group.places === 0 ? 'Encara no ha pagat ningú' : `${groupPlacesText(group.places)} de moment`}
            </h2>
            {group.names.length === 0 ? null : <p className={ui.wraps}>{`${group.names.length === 1 ? 'Ve' : 'Venen'} ${listText(group.names)}.`}</p>}
            {group.table === null ? null : (
              <p>
                <Chip tone="teal">{group.table}</Chip>
              </p>
            )}
            <p className={ui.small}>
              Codi: <b className={styles.code}>{group.code}</b>
            </p>
            {group.closed ? (
              <p>Les taules ja estan tancades. Si vols seure amb ells, parla amb nosaltres.</p>
            ) : group.left === 0 ? (
              <p>La colla ja està plena.</p>
            ) : (
              <ButtonLink to={`/order/${group.eventId}?colla=${group.code}`}>Comprar i seure amb ells</ButtonLink>
            )}
            {share === null || group.closed ? null : <ShareLink {...share} />}
          </section>
          <p className={ui.small}>Qui té este enllaç veu el nom de la colla, quantes places porta i els noms que la gent ha volgut posar. Res més.</p>
        </div>
      </Wrap>
    </>
  );
}
