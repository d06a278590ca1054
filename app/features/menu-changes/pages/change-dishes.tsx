import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';

import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { swapProblemText } from '#app/domain/ticket/menu-change.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { type Requester, changeDishes, type MenuToChange, readMenuToChange } from '../service.server.ts';
import type { Route } from './+types/change-dishes.ts';
import styles from './change-dishes.module.css';
import { DishChoices } from './dish-choices.tsx';
import { readSwaps } from './dish-swaps.ts';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Canviar plats' }), { name: 'robots', content: 'noindex' }];

/** No referrer: its address may contain the order's key. */
export function headers(): HeadersInit {
  return PRIVATE_LINK;
}

interface ChangeData {
  ticket: Omit<MenuToChange, 'orderId' | 'mayBeCharged'>;
  backTo: string;
  isDone: boolean;
}

export async function loader({ context, url, params }: Route.LoaderArgs): Promise<ChangeData> {
  const { deps, actor } = context.get(requestContext);
  const { searchParams } = url;
  const found = await readMenuToChange(deps, requesterOf(actor, searchParams), params.ticketNumber);
  if (!found) throw data(null, { status: 404 });
  const { orderId: _orderId, mayBeCharged: _mayBeCharged, ...ticket } = found;
  return { ticket, backTo: ticketsPath(searchParams), isDone: searchParams.has('fet') };
}

function requesterOf(actor: Actor, search: URLSearchParams): Exclude<Requester, { kind: 'admin' }> {
  const key = search.get('clau');
  return key === null ? { kind: 'holder', actor, bearer: search.get('order_id') } : { kind: 'recipient', key };
}

function ticketsPath(search: URLSearchParams): string {
  const [bearer, key] = [search.get('order_id'), search.get('clau')];
  if (key !== null) return `/regal/tiquet?clau=${encodeURIComponent(key)}`;
  return bearer === null ? '/my-tickets' : `/payment-success?order_id=${encodeURIComponent(bearer)}`;
}

interface ChangeAnswer {
  problem: string;
}

export async function action({ context, request, url, params }: Route.ActionArgs) {
  const { deps, actor } = context.get(requestContext);
  const outcome = await changeDishes(deps, requesterOf(actor, url.searchParams), { ticketNumber: params.ticketNumber, swaps: readSwaps(await readForm(request)) });
  if (outcome === 'not_found') throw data(null, { status: 404 });
  if (outcome !== 'done') return data<ChangeAnswer>({ problem: swapProblemText(outcome) }, { status: outcome === 'nothing_changed' ? 400 : 409 });
  const search = new URLSearchParams(url.search);
  search.set('fet', '1');
  throw redirect(`${url.pathname}?${search.toString()}`, 303);
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<ChangeAnswer>> {
  return withFormDraft<ChangeAnswer>(() => serverAction(), (problem) => ({ problem }));
}

export default function ChangeDishes({ loaderData: { ticket, backTo, isDone }, actionData }: Route.ComponentProps): ReactNode {
  const busy = useNavigation().state !== 'idle';
  const answerBox = useFocusOnAnswer(actionData);
  const { ticketNumber, eventTitle, isOpen, slots, untilText } = ticket;
  const mayChange = isOpen && slots.some(({ others }) => others.length > 0);
  const sheet = (
    <>
      {actionData?.problem === undefined ? null : <Banner ref={answerBox} tone="error" live="alert" title={actionData.problem} />}
      {isDone && actionData?.problem === undefined ? (
        <Banner tone="success" live="status" title="Plats canviats">
          <p>El tiquet i el seu codi són els mateixos. La cuina ja ho sap.</p>
        </Banner>
      ) : null}
      {isOpen ? (
        <p>Per plats del mateix preu, fins al {untilText}.</p>
      ) : (
        <p>Els plats d'este tiquet ja no es poden canviar. Si és per una al·lèrgia, contacta amb nosaltres.</p>
      )}
      {isOpen ? <DishChoices slots={slots} /> : null}
      <div className={ui.cluster3}>
        {mayChange ? (
          <Button type="submit" busy={busy} busyLabel="Guardant…">
            Guardar canvis
          </Button>
        ) : null}
        <ButtonLink tone="quiet" to={backTo}>
          Tornar als tiquets
        </ButtonLink>
      </div>
    </>
  );
  return (
    <>
      <PageHeader title="Canviar plats" art={<HeadArt of="plate" />}>
        {eventTitle} · {ticketNumber}
      </PageHeader>
      <Wrap>
        {/* Remounted when the dishes change elsewhere. */}
        {mayChange ? (
          <Form key={slots.map(({ dish }) => dish.id).join()} method="post" className={styles.sheet}>
            {sheet}
          </Form>
        ) : (
          <div className={styles.sheet}>{sheet}</div>
        )}
      </Wrap>
    </>
  );
}
