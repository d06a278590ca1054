import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { largestGroup, parseGroupSize } from '#app/domain/waiting/group-size.ts';
import { holdsAccessCode } from '#app/features/vouchers/link/service.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { EmailField, Field } from '#app/design/ui/forms/field.tsx';
import { useFocusOnWrongField } from '#app/design/ui/forms/focus-on-wrong-field.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';

import { joinWaitingList, readJoinableEvent } from '../service.server.ts';
import type { Route } from './+types/join.ts';
import styles from './waiting.module.css';

interface JoinAnswer {
  problem: { places?: string; email?: string; whole?: string };
  typed: { places: string; email: string };
}

interface JoinData {
  event: { id: number; title: string; image: string; when: string; location: string | null; largest: number; partiesWaiting: number } | null;
  /** The account's. */
  email: string | null;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta({ matches, title: loaderData?.event ? `Avisa'm: ${loaderData.event.title}` : 'Esdeveniment no trobat', description: "T'avisem quan quede lloc per al teu grup." }),
  { name: 'robots', content: 'noindex' },
];

export function headers(): Record<string, string> {
  return { 'Cache-Control': 'no-store' };
}

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { deps, actor } = context.get(requestContext);
  const id = parseEventId(params.eventId);
  const found = id === null ? null : await readJoinableEvent(deps, actor, id, { byAccessCode: await holdsAccessCode(deps, request.headers, id) });
  const email = actor.kind === 'user' ? actor.email : null;
  if (found === null) return data<JoinData>({ event: null, email }, { status: 404 });
  const { event, state, ownCode } = found;
  if (ownCode !== null) throw redirect(ownPage(ownCode));
  if (state === 'open') throw redirect(`/order/${event.id}`);
  if (state === 'over' && !url.searchParams.has('enviat')) throw redirect(`/tickets?event=${event.id}`);
  const { title, image, date, time, location, maxTickets, partiesWaiting } = event;
  const when = `${weekdayName(date)}, ${formatDate(date)} · ${time}`;
  return data<JoinData>({ event: { id: event.id, title, image, when, location, largest: largestGroup(maxTickets), partiesWaiting }, email });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { deps, actor, address, limits } = context.get(requestContext);
  limits.countRequest('write', address);
  const eventId = parseEventId(params.eventId);
  const byAccessCode = eventId !== null && (await holdsAccessCode(deps, request.headers, eventId));
  const found = eventId === null ? null : await readJoinableEvent(deps, actor, eventId, { byAccessCode });
  if (eventId === null || found === null) throw data(null, { status: 404 });
  const form = await readForm(request);
  const typed = { places: textOf(form, 'places'), email: textOf(form, 'email') };
  const [places, email] = [parseGroupSize(typed.places, found.event.maxTickets), actor.kind === 'user' ? actor.email : parseEmailAddress(typed.email)];
  if (places === null || email === null) {
    const problem = { ...(places === null && { places: 'Tria quants sou' }), ...(email === null && { email: "L'email no té un format vàlid" }) };
    return data<JoinAnswer>({ problem, typed }, { status: 400 });
  }
  const joined = await joinWaitingList(deps, actor, { eventId, byAccessCode, places, guestEmail: email, network: address, limits });
  switch (joined.outcome) {
    case 'mailed':
      return redirect(`/avisam/${eventId}?enviat=1`, 303);
    case 'joined':
    case 'already':
      return redirect(`${ownPage(joined.code)}${joined.outcome === 'already' ? '&ja=1' : ''}`, 303);
    case 'not_joinable':
      return redirect(`/tickets?event=${eventId}`, 303);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<JoinAnswer>> {
  const form = await request.clone().formData();
  return withFormDraft<JoinAnswer>(() => serverAction(), (problem) => ({ problem: { whole: problem }, typed: { places: textOf(form, 'places'), email: textOf(form, 'email') } }));
}

function ownPage(code: string): string {
  return `/avisam/lloc?codi=${encodeURIComponent(code)}`;
}

export default function JoinWaitingList({ loaderData: { event, email }, actionData }: Route.ComponentProps): ReactNode {
  const [search] = useSearchParams();
  if (event === null) return <NoEvent />;
  const sent = search.has('enviat');
  return (
    <>
      <PageHeader title={sent ? 'Mira el correu' : "Avisa'm quan quede lloc"} art={<HeadArt of={sent ? 'letter' : 'clock'} />} back={{ to: `/tickets?event=${event.id}`, text: 'Tiquets' }}>
        {event.title}
      </PageHeader>
      <Wrap width="text">
        <div className={styles.sheet}>
          <p className={ui.strong}>
            {event.when}
            {event.location === null ? null : ` · ${event.location}`}
          </p>
          {sent ? <Sent eventId={event.id} /> : <Ask event={event} email={email} answer={actionData ?? null} />}
        </div>
      </Wrap>
    </>
  );
}

function Ask({ event, email, answer }: { event: NonNullable<JoinData['event']>; email: string | null; answer: JoinAnswer | null }): ReactNode {
  const busy = useNavigation().state !== 'idle';
  const form = useFocusOnWrongField(answer);
  return (
    <>
      <ol className={styles.steps}>
        <li>Ens dius quants sou: el grup no es partix mai.</li>
        <li>Quan quede lloc per a tots, t'escrivim i te'l guardem: 12 hores, o mitja hora l'últim dia de venda.</li>
        <li>Compres amb l'enllaç del correu. Si no el vols, passa al grup següent.</li>
      </ol>
      <p className={ui.small}>{waitingText(event.partiesWaiting)}</p>
      <Form ref={form} method="post" noValidate className={styles.form}>
        {answer?.problem.whole === undefined ? null : <Banner tone="error" title={answer.problem.whole} live="alert" />}
        <Field label="Quants sou?" error={answer?.problem.places ?? null}>
          {(control) => (
            <select {...control} name="places" defaultValue={answer?.typed.places ?? '2'}>
              {Array.from({ length: event.largest }, (_, index) => (
                <option key={index} value={index + 1}>
                  {index === 0 ? '1 persona' : `${index + 1} persones`}
                </option>
              ))}
            </select>
          )}
        </Field>
        {email === null ? (
          <EmailField label="El teu email" defaultValue={answer?.typed.email} error={answer?.problem.email ?? null} hint="T'hi enviarem un enllaç per a confirmar que ets tu." />
        ) : (
          <p>
            T'escriurem a <b className={ui.wraps}>{email}</b>.
          </p>
        )}
        <Button type="submit" busy={busy} busyLabel="Apuntant-te...">
          Apuntar-me
        </Button>
      </Form>
      <p className={ui.small}>
        Només usem el correu per a avisar-te, i l'esborrem 30 dies després de l'acte. <Link to="/privacitat">Privacitat</Link>
      </p>
    </>
  );
}

function waitingText(entries: number): string {
  if (entries === 0) return 'Ara mateix no espera ningú: series el primer grup.';
  return entries === 1 ? 'Ara mateix espera 1 grup.' : `Ara mateix esperen ${entries} grups.`;
}

function Sent({ eventId }: { eventId: number }): ReactNode {
  return (
    <>
      <Banner tone="info" title="Encara falta un pas" live="status">
        <p>T'hem enviat un correu. Obri l'enllaç i confirma: llavors ocuparàs el teu lloc en la llista.</p>
      </Banner>
      <ul className={styles.steps}>
        <li>Si no el veus, mira el correu brossa. Pot tardar un parell de minuts.</li>
        <li>Si ja estaves apuntat, el correu et diu quin lloc tens: no perds el torn.</li>
      </ul>
      <div className={ui.cluster3}>
        <ButtonLink tone="quiet" to={`/avisam/${eventId}`} replace>
          Prova amb un altre correu
        </ButtonLink>
        <ButtonLink tone="text" to="/tickets">
          Veure altres actes
        </ButtonLink>
      </div>
    </>
  );
}

function NoEvent(): ReactNode {
  return (
    <Wrap width="text">
      <div className={styles.space}>
        <EmptyState art={<HeadArt of="moon" />} heading="h1" title="Esdeveniment no trobat" action={<ButtonLink to="/tickets">Veure els actes</ButtonLink>}>
          L'enllaç no porta a cap acte que pugues veure.
        </EmptyState>
      </div>
    </Wrap>
  );
}
