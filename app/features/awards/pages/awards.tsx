import { lazy, type ReactNode, Suspense } from 'react';

import { awardsByYear } from '#app/domain/site/award.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { ComingNote } from '#app/design/site-identity/coming-note.tsx';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import { type Award, listAwards } from '../service.server.ts';
import { Standard } from '../standard.tsx';
import type { Route } from './+types/awards.ts';
import styles from './awards.module.css';

const Carousel = lazy(() => import('#app/design/ui/carousel/carousel.tsx'));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta({ matches, title: 'Premis', description: 'Els premis de la falla al llarg dels anys.', ...(loaderData?.preview != null && { image: loaderData.preview }) });

export async function loader({ context }: Route.LoaderArgs): Promise<{ awards: Award[]; preview: string | null }> {
  const awards = await listAwards(context.get(requestContext).deps);
  return { awards, preview: awards.flatMap(({ photos }) => photos)[0]?.preview.url ?? null };
}

export default function Awards({ loaderData: { awards } }: Route.ComponentProps): ReactNode {
  return (
    <>
      <PageHeader title="Premis" art={<Standard />}>
        Estendards, ninots indultats i alguna llàgrima.
      </PageHeader>
      {awards.length === 0 ? (
        <ComingNote title="Secció en Desenvolupament">
          <p>
            Prompte trobaràs ací la història dels premis de la falla, any per any, i una galeria de fotos per a tornar-los
            a celebrar.
          </p>
        </ComingNote>
      ) : (
        <Wrap>
          <ol className={styles.timeline}>
            {awardsByYear(awards).map((group) => (
              <li key={group.year} className={styles.year}>
                <h2 className={styles.number}>{group.year}</h2>
                <ul className={styles.awards}>
                  {group.awards.map((award) => (
                    <li key={award.id} className={styles.award}>
                      <AwardOfYear award={award} />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </Wrap>
      )}
    </>
  );
}

function AwardOfYear({ award: { title, detail, photos } }: { award: Award }): ReactNode {
  return (
    <>
      {photos.length === 0 ? null : (
        <Suspense>
          <Carousel
            images={photos.map(({ fileId, src, srcSet, width, height }, index) => ({ id: fileId, url: src, srcSet, width, height, alt: `${title}, foto ${index + 1}` }))}
            title={title}
            sizes="(min-width: 60rem) 34rem, 90vw"
          />
        </Suspense>
      )}
      <h3 className={styles.title}>{title}</h3>
      {detail === '' ? null : <p className={styles.detail}>{detail}</p>}
    </>
  );
}
