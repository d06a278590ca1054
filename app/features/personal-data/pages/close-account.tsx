import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useNavigation } from 'react-router';

import { formatDate } from '#app/domain/time/dates.ts';
import { passwordBefore } from '#app/domain/people/session/recent-password.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { myDataCookie } from '../links/cookies.server.ts';
import { askForMyData } from '../links/service.server.ts';
import { comingTickets } from '../requests/service.server.ts';
import { doForPerson } from '../service.server.ts';
import type { Route } from './+types/close-account.ts';
import { PRIVATE, subjectOfRequest } from './my-data-request.server.ts';
import styles from './my-data.module.css';

const HERE = '/les-meues-dades/tancar';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Tancar el compte' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, subject } = await subjectOfRequest(args);
  if (subject === null) return redirect('/les-meues-dades', { headers: PRIVATE_LINK });
  const coming = await comingTickets(deps, subject.email);
  return data({ email: subject.email, isProved: subject.isProved, isSent: args.url.searchParams.has('enviat'), coming: coming.map(({ eventDate, ...order }) => ({ ...order, dateText: formatDate(eventDate) })) }, { headers: PRIVATE });
}

interface CloseAnswer {
  problem: string;
}

const NOT_AGREED = 'Marca que ho entens per a poder tancar-lo.';
const ADMIN = "Un compte d'administració no es tanca ací: abans, un altre administrador li ha de llevar el rol.";

export async function action(args: Route.ActionArgs): Promise<Response | ReturnType<typeof data<CloseAnswer>>> {
  const { deps, subject } = await subjectOfRequest(args);
  const { address, limits } = args.context.get(requestContext);
  limits.countRequest('write', address);
  const form = await readForm(args.request);
  const refuse = (problem: string, status: number): ReturnType<typeof data<CloseAnswer>> => data<CloseAnswer>({ problem }, { status, headers: PRIVATE });
  if (subject === null) return redirect('/les-meues-dades?caducat=1', { status: 303, headers: PRIVATE_LINK });
  if (form.get('intent') === 'ask') {
    await askForMyData(deps, { email: subject.email, network: address, limits });
    return redirect(`${HERE}?enviat=1`, { status: 303, headers: PRIVATE });
  }
  if (!subject.isProved) return redirect(HERE, { status: 303, headers: PRIVATE });
  if (form.get('entes') !== 'on') return refuse(NOT_AGREED, 400);
  const closed = await doForPerson(deps, { ...subject, kind: 'close' });
  if (closed.outcome === 'admin' || closed.outcome === 'refused') return refuse(ADMIN, 409);
  const answer = new Headers(PRIVATE_LINK);
  for (const which of ['key', 'code'] as const) answer.append('Set-Cookie', myDataCookie(which, null, deps.env.publicUrl));
  return redirect(`/les-meues-dades?${closed.outcome === 'done' ? 'tancat' : 'pendent'}=1`, { status: 303, headers: answer });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<CloseAnswer>> {
  return withFormDraft<CloseAnswer>(() => serverAction(), (problem) => ({ problem }));
}

export default function CloseAccount({ loaderData: { email, isProved, isSent, coming }, actionData }: Route.ComponentProps): ReactNode {
  const banner = useFocusOnAnswer(actionData);
  const busy = useNavigation().state !== 'idle';
  return (
    <AccountCard title="Tancar i esborrar" art={<HeadArt of="padlock" />} lead="No es pot desfer: mira-ho bé abans.">
      {actionData === undefined ? null : <Banner ref={banner} tone="error" live="alert" title={actionData.problem} />}
      {isSent && actionData === undefined ? (
        <Banner tone="success" live="status" title="Mira el correu">
          <p>T'hem enviat un enllaç a {email}. Obri'l i podràs tancar el compte.</p>
        </Banner>
      ) : null}
      <p className={ui.wraps}>
        Es tanca el compte de <strong>{email}</strong> i s'esborra el que en guardem.
      </p>
      <h2 className={ui.heading}>Tiquets per als actes que venen</h2>
      {coming.length === 0 ? (
        <p>No en tens cap.</p>
      ) : (
        <>
          <ul className={styles.coming}>
            {coming.map(({ orderNumber, eventTitle, dateText, tickets }) => (
              <li key={orderNumber}>
                {eventTitle}, {dateText}: {tickets === 1 ? '1 tiquet' : `${tickets} tiquets`} ({orderNumber})
              </li>
            ))}
          </ul>
          <p>Continuen valent a la porta, i el correu es conserva fins que passe l'acte, per si hi ha canvis. <Link to="/my-tickets">Guarda'ls abans</Link>: sense compte ja no els voràs ací.</p>
        </>
      )}
      <h2 className={ui.heading}>Què es conserva per llei</h2>
      <p>Imports, dates, números de comanda i devolucions, sense el teu nom ni el teu correu: hi posarà «persona esborrada».</p>
      {isProved ? (
        <Form method="post" action={HERE} className={ui.stack5}>
          <label className={styles.agree}>
            <input type="checkbox" name="entes" required /> Ho entenc, i no es pot desfer.
          </label>
          <Button type="submit" wide tone="danger" name="intent" value="close" busy={busy} busyLabel="Esborrant…">
            Tancar i esborrar
          </Button>
        </Form>
      ) : (
        <Form method="post" action={HERE} className={ui.stack4}>
          <p>Abans hem de saber que eres tu:</p>
          <ButtonLink to={passwordBefore(HERE)} wide>
            Confirmar la contrasenya
          </ButtonLink>
          <Button type="submit" wide tone="quiet" name="intent" value="ask" busy={busy}>
            O envia'm un enllaç al correu
          </Button>
        </Form>
      )}
      <p>
        <ButtonLink to="/les-meues-dades" tone="text">
          No, tornar
        </ButtonLink>
      </p>
    </AccountCard>
  );
}
