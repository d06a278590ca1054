import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router';

import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { dateAndTimeText } from '#app/domain/time/instant-text.ts';
import { ordinalText, type WaitlistStatus } from '#app/domain/waiting/group-size.ts';
import { seesEvent } from '#app/features/vouchers/link/service.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt, type HeadArtProps } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { TimeLeft } from '#app/design/ui/feedback/time-left.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { offerCookie } from '../link.server.ts';
import { confirmPlace, leaveList, readOwnEntry } from '../service.server.ts';
import type { Route } from './+types/own-entry.ts';
import styles from './waiting.module.css';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: "El teu lloc en la llista d'espera" }), { name: 'robots', content: 'noindex' }];

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
  const answer = new Headers(loaderHeaders);
  // Not 'no-referrer': a form would then name no origin, and without scripts be refused as foreign.
  answer.set('Referrer-Policy', 'same-origin');
  answer.set('Cache-Control', 'no-store');
  return answer;
}

interface EntryData {
  status: WaitlistStatus;
  places: number;
  position: number | null;
  offer: { places: number; until: string; secondsLeft: number; seesEvent: boolean } | null;
  saleState: 'joinable' | 'open' | 'over';
  event: { id: number; title: string; image: string; when: string; location: string | null };
}

/** A GET changes nothing, because mail programs prefetch links; with an open offer it sets the cookie for the order. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { deps, actor } = context.get(requestContext);
  const own = await readOwnEntry(deps, codeOf(url));
  if (own === null) return data<EntryData | null>(null, { status: 404 });
  const { id, title, image, date, time, location } = own.event;
  const answer: EntryData = {
    status: own.status,
    places: own.places,
    position: own.position,
    offer: own.offer && { places: own.offer.places, until: untilText(own.offer.expiresAt), secondsLeft: own.offer.secondsLeft, seesEvent: await seesEvent(deps, { actor, headers: request.headers }, own.event) },
    saleState: own.saleState,
    event: { id, title, image, when: `${weekdayName(date)}, ${formatDate(date)} · ${time}`, location },
  };
  return data<EntryData | null>(answer, { headers: own.offer === null ? {} : { 'Set-Cookie': offerCookie(deps, own.id) } });
}

interface OwnAnswer {
  problem: string;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { deps, address, limits } = context.get(requestContext);
  limits.countRequest('write', address);
  const code = codeOf(url);
  const intent = textOf(await readForm(request), 'intent');
  const outcome = await (intent === 'leave' ? leaveList(deps, code) : confirmPlace(deps, code));
  if (outcome === 'not_found') return data<OwnAnswer>({ problem: "Este enllaç no és de la llista d'espera." }, { status: 404 });
  if (outcome === 'over') return data<OwnAnswer>({ problem: "La llista d'espera d'este acte ja s'ha acabat." }, { status: 409 });
  return redirect(`/avisam/lloc?codi=${encodeURIComponent(code)}`, 303);
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<OwnAnswer>> {
  return withFormDraft<OwnAnswer>(() => serverAction(), (problem) => ({ problem }));
}

function codeOf({ searchParams }: URL): string {
  return searchParams.get('codi') ?? '';
}

function untilText(instant: Date): string {
  const { date, time } = dateAndTimeText(instant.toISOString());
  return `${date} a les ${time}`;
}

export default function OwnEntryPage({ loaderData: entry, actionData }: Route.ComponentProps): ReactNode {
  const [search] = useSearchParams();
  if (entry === null) return <NoEntry />;
  const { event, status } = entry;
  const { title, art } = HEADS[status];
  return (
    <>
      <PageHeader title={title} art={<HeadArt of={art} />}>
        {event.title}
      </PageHeader>
      <Wrap width="text">
        <div className={styles.sheet}>
          {actionData?.problem === undefined ? null : <Banner tone="error" title={actionData.problem} live="alert" />}
          {search.has('ja') && status === 'waiting' ? <Banner tone="info" title="Ja estaves en la llista: no perds el torn." live="status" /> : null}
          <p className={ui.strong}>
            {event.when}
            {event.location === null ? null : ` · ${event.location}`}
          </p>
          <State entry={entry} />
        </div>
      </Wrap>
    </>
  );
}

const HEADS: Record<WaitlistStatus, { title: string; art: HeadArtProps['of'] }> = {
  unconfirmed: { title: 'Confirma que ets tu', art: 'letter' },
  waiting: { title: 'Estàs en la llista', art: 'clock' },
  offered: { title: 'Hi ha lloc per a tu!', art: 'party' },
  taken: { title: 'Ja tens la comanda feta', art: 'ticket' },
  expired: { title: "L'oferta ha caducat", art: 'clock' },
  left: { title: 'Has eixit de la llista', art: 'moon' },
  removed: { title: 'Ja no estàs en la llista', art: 'moon' },
  ended: { title: "La llista s'ha acabat", art: 'clock' },
};

function State({ entry }: { entry: EntryData }): ReactNode {
  const { status, places, position, offer, event } = entry;
  switch (status) {
    case 'unconfirmed':
      return (
        <>
          <p>
            Vols esperar lloc per a <b>{peopleText(places)}</b>. Confirma-ho i entraràs al final de la llista.
          </p>
          <Act intent="confirm" label="Confirmar i entrar en la llista" busyLabel="Confirmant..." />
        </>
      );
    case 'waiting':
      return (
        <>
          <p className={styles.place}>
            Ets el <strong>{ordinalText(position ?? 1)}</strong> grup
          </p>
          <p>
            Esperes lloc per a <b>{peopleText(places)}</b>. Quan en quede per a tots, t'escriurem. Guarda el correu: l'enllaç et torna ací.
          </p>
          <Leave label="Eixir de la llista">Ja no hi vens? El teu torn passa al grup següent.</Leave>
        </>
      );
    case 'offered':
      return offer === null ? null : <Offered offer={offer} eventId={event.id} />;
    case 'taken':
      return (
        <>
          <p>Les places d'esta oferta ja són en una comanda: quan es paga, els tiquets arriben al correu. Si no l'acabes de pagar, este enllaç te les torna a oferir mentre dure l'oferta.</p>
          <ButtonLink to="/tiquet-perdut" tone="quiet">
            No trobe els tiquets
          </ButtonLink>
        </>
      );
    case 'expired':
      return (
        <>
          <p>No ha arribat la compra a temps, i les places han passat al grup següent. Sabem que fa ràbia: és l'única manera que no es perda cap lloc.</p>
          <Again entry={entry} />
        </>
      );
    case 'left':
      return (
        <>
          <p>Gràcies per dir-ho: el teu lloc és per al grup següent. No t'escriurem més per este acte.</p>
          <Again entry={entry} />
        </>
      );
    case 'removed':
    case 'ended':
      return (
        <>
          <p>{status === 'removed' ? "L'organització t'ha llevat de la llista. Si no saps per què, contacta'ns." : 'Ja no es pot esperar lloc per a este acte. Gràcies per haver-ho fet.'}</p>
          <Again entry={entry} />
        </>
      );
  }
}

function Offered({ offer, eventId }: { offer: NonNullable<EntryData['offer']>; eventId: number }): ReactNode {
  return (
    <>
      <p className={styles.place}>{offer.places === 1 ? 'Et guardem 1 plaça' : `Us guardem ${offer.places} places`}</p>
      <p>
        Fins al <b>{offer.until}</b>. <TimeLeft seconds={offer.secondsLeft} />.
      </p>
      {offer.seesEvent ? (
        <ButtonLink to={`/order/${eventId}#comprar`}>Comprar les entrades</ButtonLink>
      ) : (
        <p>
          Este acte no el veu tothom: obri abans l'enllaç amb el teu codi, o <Link to="/login">inicia sessió</Link>, i torna a obrir el del correu.
        </p>
      )}
      <p className={ui.small}>En pots comprar menys: la resta és per al grup següent. Els plats es trien en comprar.</p>
      <Leave label="Deixar-les al grup següent">Ja no les vols?</Leave>
    </>
  );
}

function peopleText(places: number): string {
  return places === 1 ? '1 persona' : `${places} persones`;
}

function Again({ entry: { saleState, event } }: { entry: EntryData }): ReactNode {
  switch (saleState) {
    case 'joinable':
      return <ButtonLink to={`/avisam/${event.id}`}>Tornar a apuntar-me</ButtonLink>;
    case 'open':
      return <ButtonLink to={`/order/${event.id}`}>Encara en queden: comprar</ButtonLink>;
    case 'over':
      return <ButtonLink to="/tickets">Veure els actes</ButtonLink>;
  }
}

function Act({ intent, label, busyLabel, tone }: { intent: 'confirm' | 'leave'; label: string; busyLabel: string; tone?: 'quiet' }): ReactNode {
  const busy = useNavigation().formData?.get('intent') === intent;
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" single busy={busy} busyLabel={busyLabel} {...(tone && { tone })}>
        {label}
      </Button>
    </Form>
  );
}

function Leave({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <section id="eixir" className={styles.leave} aria-label={label}>
      <p>{children}</p>
      <Act intent="leave" label={label} busyLabel="Eixint..." tone="quiet" />
    </section>
  );
}

function NoEntry(): ReactNode {
  return (
    <Wrap width="text">
      <div className={styles.space}>
        <EmptyState art={<HeadArt of="magnifier" />} heading="h1" title="Este enllaç no és de cap llista" action={<ButtonLink to="/tickets">Veure els actes</ButtonLink>}>
          Potser s'ha tallat en copiar-lo, o fa més de dos dies que vas demanar l'avís i no el vas confirmar. Torna a obrir-lo des del correu, o demana'l un altre colp.
        </EmptyState>
      </div>
    </Wrap>
  );
}
