import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { AnnouncementList } from '../../admin/announcement-list.tsx';
import styles from '../../admin/announcements.module.css';
import type { Route } from './+types/plan-change.ts';
import { MoveEventForm, ShrinkForm, WithdrawForm } from './plan-change-forms.tsx';

export { action, loader } from './plan-change.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Canvi de plans' });

const WAYS = [
  { way: 'moure', text: 'Es mou o canvia' },
  { way: 'reduir', text: 'Hi ha menys places' },
  { way: 'retirar', text: 'No es fa' },
] as const;

export default function PlanChange({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const { event, fields, sums, announcements, unreachable } = loaderData;
  const requested = useSearchParams()[0].get('canvi');
  const way = fields === null ? 'retirar' : (WAYS.find((one) => one.way === requested)?.way ?? 'moure');
  const form = { loaderData, reply: actionData };
  return (
    <AdminPage title="Canvi de plans" lead={`${event.image} ${event.title} · ${event.whenText}`} back={{ to: '/admin', text: "Panell d'Administració" }} reply={actionData} width="text">
      {event.isWithdrawn ? (
        <Withdrawn eventId={event.id} sums={sums} />
      ) : (
        <>
          {fields === null ? (
            <Banner title="Este acte està arxivat">Ja no es ven ni es veu; els tiquets valen. Només es pot retirar.</Banner>
          ) : (
            <nav className={styles.tabs} aria-label="Què ha canviat">
              {WAYS.map(({ way: one, text }) => (
                <Link key={one} to={`?canvi=${one}`} replace preventScrollReset aria-current={one === way ? 'page' : undefined} className={styles.tab}>
                  {text}
                </Link>
              ))}
            </nav>
          )}
          {way === 'retirar' ? <WithdrawForm {...form} /> : null}
          {way === 'moure' && fields !== null ? <MoveEventForm {...form} fields={fields} /> : null}
          {way === 'reduir' && fields !== null ? <ShrinkForm {...form} fields={fields} /> : null}
        </>
      )}
      <AnnouncementList announcements={announcements} unreachable={unreachable} />
    </AdminPage>
  );
}

function Withdrawn({ eventId, sums: { owed } }: { eventId: number; sums: Route.ComponentProps['loaderData']['sums'] }): ReactNode {
  if (owed.orders === 0) return <Banner tone="success" title="Este acte s'ha retirat">No es deu res en mà.</Banner>;
  return (
    <Banner tone="warning" title={`Es deuen ${formatEuros(owed.amount)} en mà`}>
      <p>
        {owed.orders === 1 ? '1 comanda es va pagar' : `${owed.orders} comandes es van pagar`} en persona: <Link to={`/admin/owed?event=${eventId}`}>qui són, i apuntar el que tornes</Link>.
      </p>
    </Banner>
  );
}
