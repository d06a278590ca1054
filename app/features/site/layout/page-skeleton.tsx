import type { ReactNode } from 'react';
import { type Location, matchPath } from 'react-router';

import { readEventView, type EventView } from '#app/domain/event/event-view.ts';
import { PUBLIC_PAGES } from '#app/features.ts';
import { Skeleton } from '#app/design/ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import { posterGround } from '#app/design/site-identity/poster-ground.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import styles from './page-skeleton.module.css';

export function PageSkeleton({ to }: { to: Pick<Location, 'pathname' | 'state'> }): ReactNode {
  const page = PUBLIC_PAGES.find(({ path }) => path !== '/*' && matchPath(path, to.pathname) !== null);
  if (page?.head === undefined) return <OnPaper path={to.pathname} />;
  const known = page.head === 'night' ? null : readEventView(to.state);
  const eventId = Number(matchPath(page.path, to.pathname)?.params['eventId']);
  const look = page.head === 'poster' ? `${posterGround(eventId)} ${styles.poster}` : styles.night;
  return (
    <>
      <div className={look}>
        <Wrap>
          <div className={styles.head}>
            {known === null ? <Waiting /> : <KnownEvent event={known} />}
            <Skeleton shape="short" />
          </div>
        </Wrap>
      </div>
      <Wrap>
        <div className={styles.sheet}>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton />
          <Skeleton shape="block" />
        </div>
      </Wrap>
    </>
  );
}

function OnPaper({ path }: { path: string }): ReactNode {
  return (
    <Wrap>
      <div className={styles.paper}>
        <div className={styles.head}>
          {path.startsWith('/admin') ? (
            <div role="status">
              <h1 className={styles.checking}>Verificant permisos...</h1>
            </div>
          ) : (
            <Waiting />
          )}
          <Skeleton shape="short" />
        </div>
        <div className={styles.cards}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
      </div>
    </Wrap>
  );
}

function Waiting(): ReactNode {
  return (
    <>
      <div role="status">
        <VisuallyHidden as="h1">Carregant…</VisuallyHidden>
      </div>
      <Skeleton shape="title" />
    </>
  );
}

function KnownEvent({ event }: { event: EventView }): ReactNode {
  return (
    <div role="status">
      <h1 className={styles.title}>
        <span className={styles.emoji} aria-hidden="true">
          {event.image}
        </span>
        {event.title}
      </h1>
      <VisuallyHidden>Carregant…</VisuallyHidden>
    </div>
  );
}
