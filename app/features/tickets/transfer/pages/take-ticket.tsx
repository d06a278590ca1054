import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useNavigation } from 'react-router';

import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { parseRecipientName } from '#app/domain/ticket/transfer.ts';
import { BAD_NOTE_TEXT, readNote } from '#app/domain/event/menu.ts';
import { MAX_NOTE_UNITS } from '#app/domain/order/status.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { TextAreaField, TextField } from '#app/design/ui/forms/field.tsx';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { readTransfer, receiveTicket } from '../service.server.ts';
import type { Route } from './+types/take-ticket.ts';
import styles from './transfer.module.css';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const transfer = loaderData?.transfer ?? null;
  const title = transfer === null ? 'Tens un tiquet' : `Tens un tiquet per a «${transfer.eventTitle}»`;
  return [
    ...pageMeta({ matches, title, description: "Algú t'ha donat un tiquet: obri l'enllaç, posa el teu nom i agafa'l.", ...(transfer?.picture && { image: transfer.picture }) }),
    { name: 'robots', content: 'noindex' },
  ];
};

export function headers(): Record<string, string> {
  // Not 'no-referrer': a form would then name no origin, and without scripts be refused as foreign.
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

/** Opening the page accepts nothing: chats prefetch links for previews. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestContext);
  const transfer = await readTransfer(deps, url.searchParams.get('codi') ?? '');
  return data({ transfer, key: deps.ids.token() }, { status: transfer === null ? 404 : 200 });
}

interface TakeAnswer {
  problem: string | null;
  noteProblem?: string;
  emailProblem?: string;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { deps, address, limits } = context.get(requestContext);
  limits.countRequest('write', address);
  const form = await readForm(request);
  const typed = form.get('nom');
  const key = form.get('clau');
  const name = typeof typed === 'string' ? parseRecipientName(typed) : null;
  if (name === null) return data<TakeAnswer>({ problem: "Escriu el teu nom, perquè qui te'l dona sàpia que el tens." }, { status: 400 });
  if (typeof key !== 'string' || !/^[A-Z2-7]{26}$/.test(key)) return data<TakeAnswer>({ problem: "Torna a obrir l'enllaç que t'han enviat." }, { status: 400 });
  const written = readNote(textOf(form, 'nota'));
  if (written === null) return data<TakeAnswer>({ problem: null, noteProblem: BAD_NOTE_TEXT }, { status: 400 });
  const typedEmail = textOf(form, 'correu').trim();
  const email = typedEmail === '' ? null : parseEmailAddress(typedEmail);
  if (typedEmail !== '' && email === null) return data<TakeAnswer>({ problem: null, emailProblem: "El correu no té un format vàlid: corregix-lo o deixa'l buit." }, { status: 400 });
  const outcome = await receiveTicket(deps, { code: url.searchParams.get('codi') ?? '', name, key, note: written.note, email });
  if (outcome === 'gone') return data<TakeAnswer>({ problem: null }, { status: 409 });
  return redirect(`/regal/tiquet?clau=${key}`, { status: 303, headers: PRIVATE_LINK });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<TakeAnswer>> {
  return withFormDraft<TakeAnswer>(() => serverAction(), (problem) => ({ problem }));
}

const EMAIL_HINT = {
  withReminder: "Només per a recordar-te l'acte el dia abans, amb el tiquet, i avisar-te si canvia res. No el veurà qui te'l dona.",
  plain: "Només per a avisar-te si l'acte canvia o no es fa. No el veurà qui te'l dona.",
};

export default function TakeTicket({ loaderData: { transfer, key }, actionData }: Route.ComponentProps): ReactNode {
  const busy = useNavigation().state !== 'idle';
  if (transfer === null) return <NoTransfer />;
  return (
    <>
      <PageHeader title="Tens un tiquet!" art={transfer.picture === null ? <HeadArt of="gift" /> : undefined}>
        {transfer.eventTitle}
      </PageHeader>
      <Wrap width="text">
        <Form method="post" className={styles.sheet}>
          {transfer.picture === null ? null : <img src={transfer.picture} alt="" width={1200} height={630} className={styles.picture} />}
          <p className={ui.strong}>
            {transfer.when}
            {transfer.location === null ? null : <> · {transfer.location}</>}
          </p>
          <input type="hidden" name="clau" value={key} />
          <TextField label="El teu nom" name="nom" autoComplete="name" required maxLength={160} error={actionData?.problem ?? null} hint="El veurà qui te'l dona." />
          <TextField label="El teu correu (opcional)" name="correu" type="email" autoComplete="email" inputMode="email" error={actionData?.emailProblem ?? null} hint={transfer.hasReminder ? EMAIL_HINT.withReminder : EMAIL_HINT.plain} />
          <TextAreaField label="Observacions especials (opcional)" name="nota" rows={3} maxLength={MAX_NOTE_UNITS} error={actionData?.noteProblem ?? null} hint="Al·lèrgies, intoleràncies o el que la cuina haja de saber. No les veurà qui te'l dona." />
          <Button type="submit" busy={busy} busyLabel="Agafant-lo...">
            Agafar el tiquet
          </Button>
          <p className={`${ui.small} ${ui.wraps}`}>El codi serà nou i només teu. Qui te'l dona el pot recuperar mentre no s'haja usat.</p>
        </Form>
      </Wrap>
    </>
  );
}

function NoTransfer(): ReactNode {
  return (
    <Wrap width="text">
      <div className={styles.space}>
        <EmptyState art={<HeadArt of="gift" />} heading="h1" title="Este tiquet ja no està per a agafar" action={<ButtonLink to="/tickets">Veure els actes</ButtonLink>}>
          Si l'has agafat tu, el tens en el dispositiu on el vas agafar, a <Link to="/my-tickets">Els meus tiquets</Link>. Si no, algú l'ha agafat abans o qui te'l donava se l'ha quedat: pregunta-li i que te'n faça un altre enllaç.
        </EmptyState>
      </div>
    </Wrap>
  );
}
