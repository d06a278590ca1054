import { type FormEvent, type ReactNode, useState } from 'react';
import { data, Form, redirect, useNavigate, useNavigation, useRevalidator } from 'react-router';

import { deviceName } from '#app/domain/people/session/device-name.ts';
import { isPasswordRecent, passwordBefore } from '#app/domain/people/session/recent-password.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { loginBackTo } from '#app/domain/people/login-link.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import type { PasswordAsk } from '#app/design/admin-kit/form/form-reply.ts';
import { useKnowsPasskeys } from '#app/design/admin-kit/page/passkey-button.tsx';
import { PasswordPrompt } from '#app/design/admin-kit/page/password-prompt.tsx';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { TextField } from '#app/design/ui/forms/field.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import card from '#app/design/ui/layout/account-card.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { makePasskey } from '#app/platform/client-state/passkey.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { askPasswordAgain } from '#app/features/sign-in/password-proof/service.server.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { parsePasskeyName } from '../passkey-name.server.ts';
import { listPasskeys, removePasskey, renamePasskey } from '../passkeys.server.ts';
import { relyingParty } from '../relying-party.ts';
import type { Route } from './+types/passkeys.ts';
import styles from './passkeys.module.css';

const PAGE = '/claus-acces';

interface PresentedPasskey {
  id: string;
  name: string;
  since: string;
  used: string | null;
}

interface PasskeysData {
  passkeys: PresentedPasskey[];
  deviceName: string;
  isAvailable: boolean;
  isPasswordRecent: boolean;
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<PasskeysData> {
  const { deps, actor } = context.get(requestContext);
  if (actor.kind === 'guest') throw redirect(loginBackTo(PAGE));
  const passkeys = await listPasskeys(deps, actor);
  return {
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({ id, name, since: instantText(createdAt.toISOString()), used: usedAt === null ? null : instantText(usedAt.toISOString()) })),
    deviceName: deviceName(request.headers.get('user-agent')),
    isAvailable: relyingParty(deps.env.publicUrl) !== null,
    isPasswordRecent: isPasswordRecent(actor, deps.clock.now()),
  };
}

interface Reply {
  ask?: PasswordAsk;
  done?: string;
  problem?: string;
  nameProblem?: { id: string; typed: string; text: string };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReturnType<typeof data<Reply>>> {
  const { deps, actor } = args.context.get(requestContext);
  if (actor.kind === 'guest') return redirect(loginBackTo(PAGE), 303);
  const form = await readForm(args.request);
  const answer = (reply: Reply, status = 200): ReturnType<typeof data<Reply>> => data(reply, { status, headers: { 'Cache-Control': 'no-store' } });
  const id = textOf(form, 'passkey');
  const gone = (): ReturnType<typeof answer> => answer({ problem: "Eixa clau d'accés ja no hi és." }, 409);
  if (!isUuid(id)) return gone();
  if (textOf(form, 'intent') === 'rename') {
    const name = parsePasskeyName(textOf(form, 'name'));
    if (name === null) return answer({ nameProblem: { id, typed: textOf(form, 'name'), text: 'Escriu un nom de 60 lletres com a molt' } }, 400);
    return (await renamePasskey(deps, { user: actor, id, name })) ? answer({ done: 'Nom canviat.' }) : gone();
  }
  const ask = await askPasswordAgain(args, form);
  if (ask !== null) return answer({ ask }, 400);
  return (await removePasskey(deps, { user: actor, id })) ? answer({ done: "Clau d'accés esborrada: ja no obri el teu compte." }) : gone();
}

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<Reply>> {
  return withFormDraft<Reply>(() => serverAction(), (problem) => ({ problem }));
}

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: "Claus d'accés" }), { name: 'robots', content: 'noindex' }];

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const banner = useFocusOnAnswer(actionData);
  return (
    <AccountCard title="Claus d'accés" art={<HeadArt of="key" />} lead="Entra sense contrasenya ni codi.">
      <PasswordPrompt ask={actionData?.ask} />
      {actionData?.done === undefined ? null : <Banner ref={banner} tone="success" live="status" title={actionData.done} />}
      {actionData?.problem === undefined ? null : <Banner ref={banner} tone="error" live="alert" title={actionData.problem} />}
      <p className={card.text}>El teu mòbil o ordinador la guarda, i l'obri amb l'empremta, la cara o el PIN. Ningú te la pot furtar amb una pàgina falsa.</p>
      {loaderData.passkeys.length === 0 ? null : (
        <ul className={ui.stack5}>
          {loaderData.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} wrong={actionData?.nameProblem?.id === passkey.id ? actionData.nameProblem : null} />
          ))}
        </ul>
      )}
      <AddPasskey {...loaderData} />
    </AccountCard>
  );
}

function PasskeyItem({ passkey: { id, name, since, used }, wrong }: { passkey: PresentedPasskey; wrong: { typed: string; text: string } | null }): ReactNode {
  const { formData } = useNavigation();
  const sent = formData?.get('passkey') === id ? formData.get('intent') : null;
  return (
    <li className={styles.passkey}>
      <p className={styles.name}>{name}</p>
      <p className={styles.facts}>
        Afegida: {since}
        <br />
        {used === null ? 'Encara no s\'ha fet servir' : `Última vegada: ${used}`}
      </p>
      <Form method="post" className={ui.stack3}>
        <input type="hidden" name="passkey" value={id} />
        <TextField key={name} label="Nom" name="name" defaultValue={wrong?.typed ?? name} required maxLength={60} error={wrong?.text ?? null} />
        <div className={ui.cluster3}>
          <Button type="submit" tone="quiet" name="intent" value="rename" busy={sent === 'rename'}>
            Canviar el nom
          </Button>
          <Button type="submit" tone="danger" name="intent" value="remove" busy={sent === 'remove'} aria-label={`Esborrar la clau ${name}`}>
            Esborrar
          </Button>
        </div>
      </Form>
    </li>
  );
}

function AddPasskey({ deviceName: suggested, isAvailable, isPasswordRecent: isRecent }: PasskeysData): ReactNode {
  const knowsPasskeys = useKnowsPasskeys();
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ done: boolean; text: string } | null>(null);

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const name = textOf(new FormData(event.currentTarget), 'name').trim() || suggested;
    setBusy(true);
    const made = await makePasskey(name);
    setBusy(false);
    if (made.outcome === 'password_needed') await navigate(passwordBefore(PAGE));
    else setAnswer(made.outcome === 'failed' ? { done: false, text: made.problem } : { done: true, text: "Clau d'accés afegida." });
    await revalidate();
  }

  const notHere = <p className={card.text}>Este navegador no pot afegir claus d'accés ací. Prova-ho des d'un altre, en l'adreça segura de la falla.</p>;
  if (!isAvailable || !knowsPasskeys) return notHere;
  return (
    <section className={`${ui.stack4} ${ui.well} ${ui.padded4}`} aria-labelledby="add-passkey">
      <h2 id="add-passkey" className={styles.title}>
        Afegir una clau d'accés
      </h2>
      <noscript>{notHere}</noscript>
      {answer === null ? null : <Banner tone={answer.done ? 'success' : 'error'} live={answer.done ? 'status' : 'alert'} title={answer.text} />}
      <div className={ui.needsScripts}>
        {isRecent ? (
          <form className={ui.stack5} onSubmit={(event) => void add(event)}>
            <TextField label="Nom del dispositiu" name="name" defaultValue={suggested} required maxLength={60} />
            <Button type="submit" wide busy={busy} busyLabel="Esperant la clau…" disabled={!hydrated}>
              Afegir
            </Button>
          </form>
        ) : (
          <ButtonLink wide to={passwordBefore(PAGE)}>
            Confirma primer que eres tu
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
