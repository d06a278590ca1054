import type { ReactNode } from 'react';
import { data, redirect, useRevalidator } from 'react-router';

import { timeText } from '#app/domain/time/instant-text.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { readPayPage } from '../../service.server.ts';
import { OrderFactList } from '../order-facts.tsx';
import card from '../payment-card.module.css';
import { PaymentEnded } from '../payment-ended.tsx';
import { PaymentLayout, Spoken } from '../payment-layout.tsx';
import { useVisiblePoll } from '../use-visible-poll.ts';
import type { Route } from './+types/payment-queue.ts';
import styles from './payment-queue.module.css';

export { PaymentUnreadable as ErrorBoundary } from '../payment-ended.tsx';

const LOOK_EVERY_MS = 2_000;
const LOOK_EVERY_S_WITHOUT_SCRIPTS = 4;

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!isUuid(params.orderId)) throw redirect('/', 302);
  const orderId = params.orderId.toLowerCase();
  const page = await readPayPage(context.get(requestContext).deps, orderId);
  if (page === null) return data(null, { status: 404, headers: PRIVATE_LINK });
  const { order, queue } = page;
  if (queue === 'over') throw redirect(`/payment-success?order_id=${orderId}`, { status: 303, headers: PRIVATE_LINK });
  if ('url' in queue) throw redirect(queue.url, { status: 303, headers: PRIVATE_LINK });
  return data({ order, before: queue.before, isProviderSilent: queue.isProviderSilent, heldUntil: page.heldUntil === null ? null : timeText(page.heldUntil.toISOString()) }, { headers: PRIVATE_LINK });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'El pagament' });

export function headers(): Record<string, string> {
  return PRIVATE_LINK;
}

/** The queue for when more buyers pay than the provider's rate limit allows. */
export default function PaymentQueue({ loaderData }: Route.ComponentProps): ReactNode {
  const { revalidate } = useRevalidator();
  useVisiblePoll(() => revalidate(), { everyMs: loaderData === null ? null : LOOK_EVERY_MS });

  if (loaderData === null) return <PaymentEnded phase="error" />;
  const { order, before, isProviderSilent, heldUntil } = loaderData;
  return (
    <PaymentLayout
      art={<HeadArt of="ticket" />}
      mood="waiting"
      title="Ja tens els tiquets reservats"
      text={isProviderSilent ? silentText(heldUntil) : `${heldUntil === null ? '' : `Són teus fins a les ${heldUntil}. `}Hi ha molta gent pagant alhora i la pàgina de pagament s'obri per torns.`}
    >
      <noscript>
        <meta httpEquiv="refresh" content={String(LOOK_EVERY_S_WITHOUT_SCRIPTS)} />
      </noscript>
      <div className={card.card}>
        <p className={styles.turn}>
          {isProviderSilent ? (
            <span className={styles.words}>Esperant el banc</span>
          ) : before === 0 ? (
            <span className={styles.words}>Et toca ara mateix</span>
          ) : (
            <>
              <span className={styles.number}>{before}</span> <span className={styles.words}>{before === 1 ? 'persona davant teu' : 'persones davant teu'}</span>
            </>
          )}
        </p>
        <p className={ui.small}>No cal que faces res: quan {isProviderSilent ? 'responga' : 'et toque'} passaràs al pagament sense tocar cap botó. No tanques esta pàgina.</p>
        <OrderFactList order={order} />
      </div>
      <Spoken>{isProviderSilent ? silentText(heldUntil) : wordsOf(before)}</Spoken>
    </PaymentLayout>
  );
}

function silentText(heldUntil: string | null): string {
  return heldUntil === null ? 'El banc no respon.' : `El banc no respon; els teus llocs queden guardats fins a les ${heldUntil}.`;
}

/** Announced again only after a large change. */
function wordsOf(before: number): string {
  if (before === 0) return 'Et toca ara mateix';
  return before < 10 ? 'Queden menys de 10 persones davant teu' : `Queden unes ${Math.ceil(before / 50) * 50} persones davant teu`;
}
