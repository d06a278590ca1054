import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';

import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { owedAtTillText } from '#app/design/ui/owed-at-till.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { chooseAfterChange, type ChoicePage, readChoicePage } from '../service.server.ts';
import type { Route } from './+types/holder-choice.ts';
import styles from './holder-choice.module.css';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Canvi de plans' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  // Not 'no-referrer': a form would then name no origin, and without scripts be refused as foreign.
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestContext);
  const bearer = bearerIn(url);
  const page = await readChoicePage(deps, bearer);
  if (page === null) throw redirect(orderPathOf(bearer), 302);
  return { page, orderPath: orderPathOf(bearer) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { deps, address, limits } = context.get(requestContext);
  limits.countRequest('write', address);
  const intent = (await readForm(request)).get('intent');
  const choice = intent === 'conservar' ? 'keep' : intent === 'tornar' ? 'give_back' : null;
  const outcome = choice === null ? 'not_found' : await chooseAfterChange(deps, bearerIn(url), choice);
  if (outcome === 'done') return redirect(`/canvi-de-plans?order_id=${encodeURIComponent(bearerIn(url))}`, { status: 303, headers: headers() });
  return data({ problem: 'El termini per a triar ja ha passat, o els tiquets han canviat mentrestant. Ací tens com està ara.' }, { status: outcome === 'not_found' ? 404 : 409 });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<{ problem: string }>> {
  return withFormDraft<{ problem: string }>(() => serverAction(), (problem) => ({ problem }));
}

function bearerIn({ searchParams }: URL): string {
  return searchParams.get('order_id') ?? '';
}

function orderPathOf(bearer: string): string {
  return `/payment-success?order_id=${encodeURIComponent(bearer)}`;
}

export default function HolderChoiceScreen({ loaderData: { page, orderPath }, actionData }: Route.ComponentProps): ReactNode {
  const banner = useFocusOnAnswer(actionData);
  return (
    <>
      <PageHeader title="Canvi de plans" back={{ to: orderPath, text: 'La comanda' }}>
        {page.eventTitle}
      </PageHeader>
      <Wrap width="text">
        <div className={styles.sheet}>
          {actionData === undefined ? null : <Banner ref={banner} tone="warning" live="alert" title={actionData.problem} />}
          <p className={styles.words}>{page.words}</p>
          <p>
            Ara és: <strong>{page.when}</strong>
            {page.location === null ? null : <> · {page.location}</>}
          </p>
          <Choice page={page} />
          <ButtonLink tone="text" to={orderPath}>
            Veure la comanda
          </ButtonLink>
        </div>
      </Wrap>
    </>
  );
}

function Choice({ page: { chosen, state, amount, byHand, besideCard, owedInPerson, untilText, tickets, staying } }: { page: ChoicePage }): ReactNode {
  const sending = useNavigation().formData?.get('intent');
  if (chosen === 'give_back') {
    return (
      <Banner tone="success" live="status" title="Has tornat els tiquets">
        <p>{givenBackText({ byHand, owedInPerson })}</p>
      </Banner>
    );
  }
  if (state !== 'open') return <Banner title="Ja no es pot triar">{whyClosed(state, untilText)}</Banner>;
  return (
    <Form method="post" className={ui.stack4}>
      {chosen === 'keep' ? (
        <Banner tone="success" live="status" title="Conserves els tiquets">
          <p>Fins al {untilText} encara pots canviar de parer.</p>
        </Banner>
      ) : (
        <p>Tens fins al {untilText} per a triar. Si no dius res, conserves els tiquets.</p>
      )}
      {chosen === 'keep' ? null : (
        <Button type="submit" name="intent" value="conservar" busy={sending === 'conservar'} busyLabel="Guardant…">
          {tickets === 1 ? 'Conserve el tiquet' : 'Conserve els tiquets'}
        </Button>
      )}
      <Button type="submit" tone="quiet" name="intent" value="tornar" busy={sending === 'tornar'} busyLabel="Tornant…">
        {`Els torne: ${sumsText({ amount, byHand, besideCard })}`}
      </Button>
      <p className={ui.small}>
        {staying === 0 ? 'Si els tornes, tots els tiquets de la comanda deixen de valdre' : "Si els tornes, deixen de valdre els tiquets que encara no s'han usat (pels altres no torna res)"}, també els que hages donat, i no es pot desfer.
      </p>
    </Form>
  );
}

function sumsText({ amount, byHand, besideCard }: Pick<ChoicePage, 'amount' | 'byHand' | 'besideCard'>): string {
  if (byHand) return `${formatEuros(amount)} en mà`;
  const beside = besideCard === 0 ? [] : [`${formatEuros(besideCard)} en mà`];
  return [...(amount === 0 ? [] : [`${formatEuros(amount)} a la targeta`]), ...beside].join(' i ');
}

function givenBackText({ byHand, owedInPerson }: Pick<ChoicePage, 'byHand' | 'owedInPerson'>): string {
  const waiting = owedInPerson === 0 ? '' : owedAtTillText(owedInPerson, null);
  if (byHand) return waiting || "Els diners ja te'ls hem tornat en persona.";
  if (waiting !== '') return `El que vas pagar amb targeta hi torna. Segons el banc, pot tardar entre 5 i 10 dies. ${waiting}`;
  return 'Els diners tornen a la mateixa targeta. Segons el banc, poden tardar entre 5 i 10 dies.';
}

function whyClosed(state: Exclude<ChoicePage['state'], 'open'>, untilText: string): string {
  switch (state) {
    case 'over':
      return `El termini va acabar el ${untilText}. Conserves els tiquets.`;
    case 'begun':
      return "L'acte ja ha començat. Conserves els tiquets.";
    case 'used':
      return "No queda cap tiquet sense usar del qual et puguem tornar diners.";
  }
}
