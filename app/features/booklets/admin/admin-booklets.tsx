import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { type UsageView, UsageWindow } from '#app/design/admin-kit/storage/usage-window.tsx';
import { bookletAddress } from '#app/domain/booklets/booklet-address.ts';
import { bookletTitle, deleteQuestion, pagesText } from '#app/domain/booklets/booklet.ts';
import { MB } from '#app/domain/files/bucket.ts';
import { formatMegabytes } from '#app/domain/files/format-size.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { CoverPicture } from '../pages/cover-picture.tsx';
import { OpenBook } from '../pages/open-book.tsx';
import type { Route } from './+types/admin-booklets.ts';
import styles from './admin-booklets.module.css';
import { sendBookletForm } from './save-failure.ts';
import type { ListedBooklet, ReadUsage } from './admin-booklets.server.ts';

export { action, loader } from './admin-booklets.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendBookletForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Llibrets' });

const PATH = '/admin/llibrets';
/** Painted red in the usage (specification §9). */
const HEAVY_BYTES = 100 * MB;

export default function AdminBookletsPage({ loaderData: { booklets, usage }, actionData }: Route.ComponentProps): ReactNode {
  const navigate = useNavigate();
  const actions = (
    <>
      <ButtonLink to={`${PATH}/new`}>+ Nou Llibret</ButtonLink>
      <ButtonLink to={`${PATH}?espai=1`} tone="quiet" preventScrollReset>
        📊 Ús d'Espai
      </ButtonLink>
    </>
  );
  return (
    <AdminPage title="Llibrets" actions={actions} reply={actionData}>
      {usage === null ? null : <UsageWindow {...toView(usage, booklets)} onClose={() => void navigate(PATH, { preventScrollReset: true })} />}
      {booklets.length === 0 ? (
        <EmptyState art={<OpenBook />} title="Encara no hi ha llibrets" action={<ButtonLink to={`${PATH}/new`}>Crea el primer llibret</ButtonLink>} />
      ) : (
        <ul className={styles.list}>
          {booklets.map((booklet) => (
            <Row key={booklet.id} booklet={booklet} />
          ))}
        </ul>
      )}
    </AdminPage>
  );
}

function Row({ booklet: { id, year, pageCount, bytes, thumbnail, reading, hasText } }: { booklet: ListedBooklet }): ReactNode {
  const title = bookletTitle(year);
  const pages = pagesText(pageCount);
  return (
    <li id={`llibret-${year}`} className={styles.row}>
      <div className={styles.facts}>
        <span className={styles.cover}>
          <CoverPicture cover={thumbnail} year={year} />
        </span>
        <div className={`${ui.stack1} ${ui.start} ${ui.shrinks}`}>
          <h2 className={ui.heading}>{title}</h2>
          <p className={`${ui.soft} ${ui.figure}`}>
            {pages} · {formatMegabytes(bytes)}
          </p>
          <ReadingState reading={reading} hasText={hasText} />
        </div>
      </div>
      <div className={ui.cluster3}>
        <ButtonLink to={bookletAddress({ year })} tone="quiet" aria-label={`Veure el ${title}`}>
          Veure
        </ButtonLink>
        <ButtonLink to={`${PATH}/edit/${id}`} tone="quiet" aria-label={`Editar el ${title}`}>
          Editar
        </ButtonLink>
        <ConfirmAction
          label="Eliminar"
          tone="quiet"
          title={deleteQuestion(year)}
          facts={[
            { name: 'Llibret', value: title },
            { name: 'Pàgines', value: pages },
            { name: 'Ocupa', value: formatMegabytes(bytes) },
          ]}
          intent="delete"
          values={{ bookletId: id }}
          confirmLabel="Eliminar"
          busyLabel="Eliminant…"
        >
          <p>El PDF s'esborra amb ell i no es pot desfer.</p>
        </ConfirmAction>
      </div>
    </li>
  );
}

function ReadingState({ reading, hasText }: Pick<ListedBooklet, 'reading' | 'hasText'>): ReactNode {
  switch (reading) {
    case 'waiting':
      return <Chip tone="saffron">Preparant les pàgines</Chip>;
    case 'locked':
      return <Chip tone="red">Amb contrasenya: no es pot llegir ací</Chip>;
    case 'unreadable':
      return <Chip tone="red">El PDF no es pot llegir</Chip>;
    case 'read':
      return hasText ? <Chip tone="teal">S'hi pot buscar</Chip> : <Chip>Sense text</Chip>;
  }
}

function toView(usage: ReadUsage, booklets: readonly ListedBooklet[]): UsageView {
  if ('problem' in usage) return { problem: usage.problem };
  const stored = new Map(usage.found.files.map(({ ownerId, bytes }) => [ownerId, bytes]));
  const items = booklets.map(({ id, year, bytes, pageCount }) => ({ id, name: bookletTitle(year), bytes: stored.get(id) ?? bytes, detail: pagesText(pageCount) })).toSorted((a, b) => b.bytes - a.bytes);
  return { usage: usage.found, things: { many: 'Llibrets', heaviest: 'El llibret més pesat', bySize: 'Llibrets per grandària' }, items, heavyBytes: HEAVY_BYTES };
}
