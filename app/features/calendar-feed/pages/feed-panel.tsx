import CalendarPlus from 'lucide-react/icons/calendar-plus';
import type { ReactNode } from 'react';
import { data, type ShouldRevalidateFunctionArgs, useFetcher } from 'react-router';

import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { Button, ButtonAnchor } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useToast } from '#app/design/ui/feedback/toast.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/feed-panel.ts';
import styles from './feed-panel.module.css';
import { ownFeedPath, PUBLIC_FEED_PATH, renewFeed } from '../service.server.ts';

interface FeedData {
  /** Subscription address; null for a member who has none yet. */
  address: string | null;
  isMember: boolean;
}

export async function loader({ context }: Route.LoaderArgs): Promise<FeedData> {
  const { deps, actor } = context.get(requestContext);
  const path = actor.kind === 'guest' ? PUBLIC_FEED_PATH : await ownFeedPath(deps, actor.userId);
  return { address: path === null ? null : new URL(path, deps.env.publicUrl).href, isMember: actor.kind === 'user' };
}

/** Choosing days and months needs no request, and works offline. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined && defaultShouldRevalidate;
}

export async function action({ context }: Route.ActionArgs): Promise<null> {
  const { deps, actor, limits, address } = context.get(requestContext);
  if (actor.kind === 'guest') throw data(null, { status: 401 });
  limits.countRequest('write', address);
  await renewFeed(deps, actor.userId);
  return null;
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<string | null>> {
  return withFormDraft<string | null>(() => serverAction(), (problem) => problem);
}

export default function FeedPanel({ loaderData: { address, isMember } }: Route.ComponentProps): ReactNode {
  // A fetcher keeps the chosen day in the address.
  const renewal = useFetcher<typeof clientAction>();
  return (
    <section className={styles.panel} aria-labelledby="subscriu">
      <CalendarPlus size={32} aria-hidden="true" className={styles.icon} />
      <div className={`${ui.stack3} ${ui.shrinks}`}>
        <h2 id="subscriu" className={ui.heading}>
          Porta'l al teu calendari
        </h2>
        <p>
          {isMember
            ? "Una adreça només teua, amb els actes que tu pots vore. S'actualitza sola. No la compartisques."
            : "Tots els actes al mòbil o a l'ordinador, i s'actualitzen sols."}
        </p>
        {address === null ? null : (
          <div className={ui.row3}>
            <ButtonAnchor href={address.replace(/^https?:/, 'webcal:')}>Subscriure'm</ButtonAnchor>
            <CopyAddress address={address} />
          </div>
        )}
        {address === null ? null : <OtherWays address={address} />}
        {isMember ? (
          <renewal.Form method="post" action="/calendar?index" className={ui.row3}>
            {typeof renewal.data === 'string' ? <Banner tone="error" live="alert" title={renewal.data} /> : null}
            {renewal.data === null && renewal.state === 'idle' ? <Banner tone="success" live="status" title="Adreça feta: ja la pots afegir al teu calendari" /> : null}
            <Button type="submit" tone={address === null ? 'primary' : 'text'} busy={renewal.state !== 'idle'} busyLabel="Fent-la…">
              {address === null ? 'Crear la meua adreça' : 'Fer-ne una de nova'}
            </Button>
            {address === null ? null : <small>La d'ara deixarà de funcionar.</small>}
          </renewal.Form>
        ) : null}
      </div>
    </section>
  );
}

/** Android has no app for `webcal:`, and Google Calendar takes addresses only in a browser. */
function OtherWays({ address }: { address: string }): ReactNode {
  return (
    <details className={styles.otherWays}>
      <summary className={ui.touch}>No s'obri?</summary>
      <p>Amb Google Calendar, el de molts Android: copia l'adreça i afig-la una vegada des d'un ordinador, en «Altres calendaris», «Des d'un URL». Després els actes eixiran també al mòbil.</p>
      <p>O obri els actes d'ara amb qualsevol altre calendari; així no s'actualitzen.</p>
      <a href={address} className={ui.touch}>
        Descarregar els actes d'ara
      </a>
    </details>
  );
}

function CopyAddress({ address }: { address: string }): ReactNode {
  const hydrated = useHydrated();
  const toast = useToast();
  if (!hydrated) return <code className={ui.wraps}>{address}</code>;
  return (
    <Button
      tone="quiet"
      onClick={() => {
        navigator.clipboard.writeText(address).then(
          () => toast({ text: "S'ha copiat l'adreça" }),
          () => toast({ text: address }),
        );
      }}
    >
      Copiar l'adreça
    </Button>
  );
}
