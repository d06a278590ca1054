import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation, useSearchParams } from 'react-router';

import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmailField } from '#app/design/ui/forms/field.tsx';
import { useFocusOnWrongField } from '#app/design/ui/forms/focus-on-wrong-field.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { askForLostTickets } from '../lost-ticket.server.ts';
import type { Route } from './+types/lost-ticket.ts';
import styles from './lost-ticket.module.css';

const NOT_AN_ADDRESS = "L'email no té un format vàlid";

interface LostTicketAnswer {
  problem: string;
  typed: string;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'He perdut el tiquet', description: "T'enviem al correu un enllaç als teus tiquets dels pròxims actes." });

export function headers(): Record<string, string> {
  // With 'no-referrer' a form would send `Origin: null` and be refused.
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

/** The same answer for every address, beyond the limits too. */
export async function action({ request, context }: Route.ActionArgs) {
  const { deps, address, limits } = context.get(requestContext);
  const typed = textOf(await readForm(request), 'email');
  const email = parseEmailAddress(typed);
  if (email === null) return data({ problem: NOT_AN_ADDRESS, typed }, { status: 400 });
  await askForLostTickets(deps, { email, network: address, limits });
  return redirect('/tiquet-perdut?enviat=1', { status: 303, headers: headers() });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<LostTicketAnswer>> {
  const typed = textOf(await request.clone().formData(), 'email');
  return withFormDraft<LostTicketAnswer>(() => serverAction(), (problem) => ({ problem, typed }));
}

export default function LostTicket({ actionData }: Route.ComponentProps): ReactNode {
  const [search] = useSearchParams();
  const sent = search.has('enviat');
  return (
    <>
      <PageHeader art={<HeadArt of={sent ? 'letter' : 'ticket'} />} title={sent ? 'Mira el correu' : 'He perdut el tiquet'}>
        {sent ? "Si eixa adreça té tiquets, l'enllaç ja va de camí." : "No passa res: te'l tornem a fer arribar."}
      </PageHeader>
      <Wrap>
        <div className={styles.sheet}>
          {search.has('caducat') ? (
            <Banner tone="warning" title="L'enllaç ja no funciona">
              <p>Funciona una sola vegada i durant 24 hores. Demana'n un de nou: són dos minuts.</p>
            </Banner>
          ) : null}
          {sent ? <Sent /> : <Ask answer={actionData ?? null} />}
        </div>
      </Wrap>
    </>
  );
}

function Ask({ answer }: { answer: LostTicketAnswer | null }): ReactNode {
  const busy = useNavigation().state !== 'idle';
  const form = useFocusOnWrongField(answer);
  return (
    <Form ref={form} method="post" action="/tiquet-perdut" noValidate className={ui.stack4}>
      <p>Escriu el correu amb què vas comprar. T'enviarem un enllaç per a veure i descarregar els tiquets dels pròxims actes.</p>
      <EmailField
        label="Email de la compra:"
        defaultValue={answer?.typed}
        error={answer?.problem ?? null}
      />
      <Button type="submit" busy={busy} busyLabel="Enviant...">
        Envia'm l'enllaç
      </Button>
    </Form>
  );
}

function Sent(): ReactNode {
  return (
    <>
      <Banner tone="success" title="Petició rebuda" live="status">
        <p>Si has comprat amb eixe correu per a algun acte pròxim, rebràs un missatge amb l'enllaç.</p>
      </Banner>
      <ol className={styles.steps}>
        <li>Mira la safata d'entrada i també el correu brossa. Pot tardar un parell de minuts.</li>
        <li>Obri l'enllaç: funciona una sola vegada i caduca d'ací a 24 hores.</li>
        <li>Guarda els tiquets al mòbil o imprimix-los.</li>
      </ol>
      <div className={`${ui.cluster3} ${ui.noPrint}`}>
        <ButtonLink tone="quiet" to="/tiquet-perdut" replace>
          Prova amb un altre correu
        </ButtonLink>
        <ButtonLink tone="text" to="/contact">
          Contacta amb nosaltres
        </ButtonLink>
      </div>
    </>
  );
}
