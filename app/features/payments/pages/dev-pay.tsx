import { type FormEvent, type ReactNode, useRef } from 'react';
import { data, Form, redirect, useSearchParams } from 'react-router';

import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { actOnSandboxPage, sandboxPage } from '../sandbox-page.server.ts';
import type { Route } from './+types/dev-pay.ts';
import { Countdown } from '#app/design/ui/feedback/countdown.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import styles from './dev-pay.module.css';
import { SandboxButtons } from './sandbox-buttons.tsx';

const DOUBLE_CLICK_MS = 2_000;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestContext);
  const page = await sandboxPage(deps, params.paymentId);
  if (page === null) throw data(null, { status: 404 });
  return {
    description: page.description,
    amount: page.amount,
    status: page.status,
    secondsLeft: Math.max(0, Math.ceil((page.expiresAt.getTime() - deps.clock.now().getTime()) / 1000)),
  };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const action = textOf(await readForm(request), 'action');
  const outcome = await actOnSandboxPage(context.get(requestContext).deps, params.paymentId, action);
  if (outcome === null) throw data(null, { status: 404 });
  return redirect(outcome.location, 303);
}

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Passarel·la de proves' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  // With 'no-referrer' a form would send `Origin: null` and be refused.
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

export default function DevPay({ loaderData }: Route.ComponentProps): ReactNode {
  const { description, amount, status, secondsLeft } = loaderData;
  const [params] = useSearchParams();
  const sent = useRef(false);

  /** Without this a second click would be a second charge. */
  function sendOnce(event: FormEvent): void {
    if (sent.current) event.preventDefault();
    sent.current = true;
    setTimeout(() => {
      sent.current = false;
    }, DOUBLE_CLICK_MS);
  }

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.test}>Passarel·la de proves: no es mou cap diner</p>
        <h1 className={styles.title}>{formatEuros(amount)}</h1>
        <p className={ui.soft}>{description}</p>
        {params.has('declined') && status === 'open' ? (
          <Banner tone="error" live="alert" title="Targeta rebutjada">
            <p>El banc de proves ha dit que no. Pots tornar-ho a provar.</p>
          </Banner>
        ) : null}
        {status === 'open' ? <Countdown seconds={secondsLeft} /> : null}
        {status === 'complete' ? <Banner tone="success" title="Esta comanda ja està pagada" /> : null}
        {status === 'expired' ? (
          <Banner tone="warning" title="La pàgina ha caducat">
            <p>El botó de pagar simula un pagament que arriba tard: si queden entrades es respecta, i si no, es torna.</p>
          </Banner>
        ) : null}
        <Form method="post" reloadDocument className={ui.stack3} onSubmit={sendOnce}>
          <SandboxButtons status={status} />
        </Form>
      </div>
    </main>
  );
}
