import { type ReactNode, useState } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';

import { DishContentLine } from '#app/design/food/dish-content.tsx';
import { DishClashes } from '#app/design/food/clashes.tsx';
import { NeedsFields } from '#app/design/food/needs-fields.tsx';
import { needsSent } from '#app/design/food/needs-sent.ts';
import { isNeedCode, needsProblemText, needWords, NO_NEEDS, type SentNeeds } from '#app/domain/food/needs.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useTypedBeforeScripts } from '#app/design/ui/forms/typed-before-scripts.ts';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { type NeedsOutcome, type NeedsToChange, readNeedsToChange, saveNeeds, withdrawNeeds } from '../service.server.ts';
import type { Route } from './+types/needs.ts';
import styles from './needs.module.css';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Necessitats alimentàries' }), { name: 'robots', content: 'noindex' }];

/** No referrer: its address may contain the order's key. */
export function headers(): HeadersInit {
  return PRIVATE_LINK;
}

interface NeedsData {
  ticket: Omit<NeedsToChange, 'needs'> & { needs: SentNeeds | null };
  backTo: string;
  dishesTo: string;
  isDone: 'saved' | 'withdrawn' | null;
}

export async function loader({ context, url, params }: Route.LoaderArgs): Promise<NeedsData> {
  const { deps, actor } = context.get(requestContext);
  const found = await readNeedsToChange(deps, requesterOf(actor, url.searchParams), params.ticketNumber);
  if (!found) throw data(null, { status: 404 });
  const { needs } = found;
  const sent = needs && { codes: needs.codes, other: needs.other ?? '', firstName: needs.firstName ?? '', consent: true, forOther: needs.forOther };
  const done = url.searchParams.get('fet');
  return {
    ticket: { ...found, needs: sent },
    backTo: ticketsPath(url.searchParams),
    dishesTo: `/canviar-plats/${encodeURIComponent(params.ticketNumber)}${withKeys(url.searchParams)}`,
    isDone: done === 'saved' || done === 'withdrawn' ? done : null,
  };
}

function requesterOf(actor: Actor, search: URLSearchParams) {
  const key = search.get('clau');
  return key === null ? ({ kind: 'holder', actor, bearer: search.get('order_id') } as const) : ({ kind: 'recipient', key } as const);
}

function ticketsPath(search: URLSearchParams): string {
  if (search.has('clau')) return `/regal/tiquet${withKeys(search)}`;
  return search.has('order_id') ? `/payment-success${withKeys(search)}` : '/my-tickets';
}

function withKeys(search: URLSearchParams): string {
  const keys = new URLSearchParams([...search].filter(([name]) => name === 'clau' || name === 'order_id'));
  return keys.size === 0 ? '' : `?${keys.toString()}`;
}

interface NeedsAnswer {
  problem: string;
  /** Without scripts the form is drawn anew. */
  sent?: SentNeeds;
}

export async function action({ context, request, url, params: { ticketNumber } }: Route.ActionArgs) {
  const { deps, actor } = context.get(requestContext);
  const form = await readForm(request);
  const requester = requesterOf(actor, url.searchParams);
  const sent = needsSent(form);
  const isWithdrawal = form.get('intent') === 'withdraw';
  const outcome = isWithdrawal ? await withdrawNeeds(deps, requester, ticketNumber) : await saveNeeds(deps, requester, { ticketNumber, sent });
  if (outcome === 'not_found') throw data(null, { status: 404 });
  if (outcome !== 'done') return data<NeedsAnswer>({ problem: problemText(outcome), sent }, { status: outcome === 'too_late' ? 409 : 400 });
  const search = new URLSearchParams(url.search);
  search.set('fet', isWithdrawal ? 'withdrawn' : 'saved');
  throw redirect(`${url.pathname}?${search.toString()}`, 303);
}

function problemText(outcome: Exclude<NeedsOutcome, 'done' | 'not_found'>): string {
  return outcome === 'too_late' ? 'Ja no es poden canviar: la cuina ja té les comandes. Si és urgent, contacta amb nosaltres.' : needsProblemText(outcome);
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<NeedsAnswer>> {
  return withFormDraft<NeedsAnswer>(() => serverAction(), (problem) => ({ problem }));
}

const DONE = {
  saved: { title: 'Guardat', text: 'La cuina ja ho sap.' },
  withdrawn: { title: 'Esborrat', text: 'Ja no en guardem res. La cuina no ho vorà.' },
};

export default function Needs({ loaderData: { ticket, backTo, dishesTo, isDone }, actionData }: Route.ComponentProps): ReactNode {
  const busy = useNavigation().state !== 'idle';
  const answerBox = useFocusOnAnswer(actionData);
  const { ticketNumber, eventTitle, isOpen, untilText, needs, dishes } = ticket;
  return (
    <>
      <PageHeader title="Necessitats alimentàries" art={<HeadArt of="plate" />}>
        {eventTitle} · {ticketNumber}
      </PageHeader>
      <Wrap width="text">
        <div className={styles.sheet}>
          {actionData?.problem === undefined ? null : <Banner ref={answerBox} tone="error" live="alert" title={actionData.problem} />}
          {isDone !== null && actionData?.problem === undefined ? (
            <Banner tone="success" live="status" title={DONE[isDone].title}>
              <p>{DONE[isDone].text}</p>
            </Banner>
          ) : null}
          {isOpen ? <p>Diu què no pot menjar la persona d'este tiquet. Ho pots canviar fins al {untilText}.</p> : null}
          {isOpen ? (
            <NeedsForm key={`${isDone ?? ''} ${JSON.stringify(needs)}`} start={actionData?.sent ?? needs ?? NO_NEEDS} fault={actionData?.problem ?? null} dishes={dishes} busy={busy} dishesTo={dishesTo} />
          ) : (
            <p>
              {needs === null ? 'Ja no es poden dir: la cuina ja té les comandes.' : `Vas dir: ${needWords({ codes: needs.codes.filter(isNeedCode), other: needs.other || null }).join(', ')}.`} Si és urgent, contacta amb nosaltres.
            </p>
          )}
          {needs === null ? null : (
            <Form method="post" className={styles.withdraw}>
              <p className={ui.small}>Pots retirar el consentiment quan vulgues: ho esborrem a l'instant, i no cal dir per què.</p>
              <Button type="submit" tone="quiet" name="intent" value="withdraw" busy={busy} busyLabel="Esborrant…">
                Retirar el consentiment i esborrar-ho
              </Button>
            </Form>
          )}
          <ButtonLink tone="quiet" to={backTo}>
            Tornar als tiquets
          </ButtonLink>
        </div>
      </Wrap>
    </>
  );
}

interface NeedsFormProps {
  start: SentNeeds;
  fault: string | null;
  dishes: NeedsToChange['dishes'];
  busy: boolean;
  dishesTo: string;
}

function NeedsForm({ start, fault, dishes, busy, dishesTo }: NeedsFormProps): ReactNode {
  const [needs, setNeeds] = useState(start);
  const form = useTypedBeforeScripts((typed) => setNeeds(needsSent(typed)));
  return (
    <Form ref={form} method="post" className={ui.stack4}>
      <NeedsFields needs={needs} fault={fault !== null && needs.consent !== true ? fault : null} onChange={setNeeds} />
      {dishes.length === 0 ? null : (
        <section className={ui.stack2} aria-labelledby="plats">
          <h2 id="plats" className={ui.heading}>
            Els plats d'este tiquet
          </h2>
          <ul className={ui.stack2}>
            {dishes.map((dish) => (
              <li key={dish.id}>
                <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
                <DishContentLine {...dish} />
                <DishClashes dish={dish} needs={needs.codes} />
              </li>
            ))}
          </ul>
          <p>
            <ButtonLink tone="text" to={dishesTo}>
              Canviar plats
            </ButtonLink>
          </p>
        </section>
      )}
      <div>
        <Button type="submit" name="intent" value="save" busy={busy} busyLabel="Guardant…">
          Guardar
        </Button>
      </div>
    </Form>
  );
}
