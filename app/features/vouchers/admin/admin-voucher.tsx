import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { listText } from '#app/domain/list.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { ShareLink } from '#app/design/ui/share-link.tsx';

import type { Route } from './+types/admin-voucher.ts';
import styles from './admin-vouchers.module.css';

export { action, loader } from './admin-voucher.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Codis' }), { name: 'robots', content: 'noindex' }];

type LoadedVoucher = Route.ComponentProps['loaderData'];

export default function AdminVoucher({ loaderData: voucher, actionData }: Route.ComponentProps): ReactNode {
  const { id, kind, title, what, note, made, used, worth, isOver, events, limits, codes, links, orders } = voucher;
  return (
    <AdminPage
      title={title}
      lead={`${what} · ${limits.join(' · ')}`}
      back={{ to: '/admin/codis', text: 'Codis' }}
      reply={actionData}
      width="text"
      actions={
        <>
          <ButtonLink tone="quiet" to={`/admin/codis/${id}/imprimir`}>
            Targetes
          </ButtonLink>
          <ButtonLink tone="quiet" to={`/api/admin/vouchers/${id}/codes.csv`} reloadDocument>
            CSV
          </ButtonLink>
        </>
      }
    >
      <p className={ui.wraps}>{kind === 'unlock' ? 'Obri' : 'Val per a'}: {events.length === 0 ? 'tots els actes' : listText(events)}</p>
      {note === null ? null : <p className={ui.wraps}>Per a qui: {note}</p>}
      <p>
        {made === 1 ? '1 codi · usat' : `${made} codis · usats`} en {used === 1 ? '1 comanda' : `${used} comandes`} · {formatEuros(worth)} descomptats
      </p>
      {isOver ? (
        <p>Ja no valen.</p>
      ) : (
        <ConfirmAction label="Acabar els codis" tone="quiet" title="Vols que estos codis deixen de valer?" facts={[{ name: 'Codis', value: title }]} confirmLabel="Acabar-los" busyLabel="Acabant…" intent="end" values={{}}>
          <p>El que ja s'ha comprat amb ells es queda com està. No es pot desfer: se'n poden crear uns altres.</p>
        </ConfirmAction>
      )}
      {links.length === 0 ? null : <Links links={links} what={what} />}
      <Codes codes={codes} made={made} />
      {orders.length === 0 ? null : <Orders orders={orders} />}
    </AdminPage>
  );
}

function Links({ links, what }: Pick<LoadedVoucher, 'links' | 'what'>): ReactNode {
  return (
    <ul className={ui.column4} aria-label="Enllaços amb el codi posat">
      {links.map((link) => (
        <li key={link.url} className={ui.column2}>
          {links.length === 1 ? null : <span className={`${ui.strong} ${ui.wraps}`}>{link.title}</span>}
          <span className={`${ui.small} ${ui.wraps}`}>{link.url}</span>
          <ShareLink title={link.title} text={`Amb este enllaç tens ${what} per a «${link.title}»`} url={link.url} className={styles.share} label={links.length === 1 ? 'Compartir' : `Compartir: ${link.title}`} />
        </li>
      ))}
    </ul>
  );
}

function Codes({ codes, made }: Pick<LoadedVoucher, 'codes' | 'made'>): ReactNode {
  return (
    <section className={ui.stack3} aria-labelledby="codes">
      <h2 id="codes">{made > codes.length ? `Els primers ${codes.length} codis` : 'Codis'}</h2>
      <ul className={ui.stack1}>
        {codes.map(({ label, times }) => (
          <li key={label}>
            <span className={styles.code}>{label}</span> · {times === 0 ? 'sense usar' : times === 1 ? 'usat 1 vegada' : `usat ${times} vegades`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Orders({ orders }: Pick<LoadedVoucher, 'orders'>): ReactNode {
  return (
    <section className={ui.stack3} aria-labelledby="orders">
      <h2 id="orders">Comandes</h2>
      <ul className={ui.stack1}>
        {orders.map(({ orderId, orderNumber, eventTitle, label, discount, state }) => (
          <li key={`${orderId} ${label}`}>
            <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link> · {eventTitle} · {state} · {label}
            {discount === 0 ? '' : ` · ${formatEuros(-discount)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
