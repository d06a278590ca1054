import { type ReactNode, useId, useState } from 'react';
import { data, Form, useLocation, useNavigation } from 'react-router';

import { RESET_TEXTS } from '#app/domain/people/password.ts';
import { RESET_SCREEN } from '#app/domain/people/recovery-link.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { PasswordField } from '#app/design/ui/forms/password-field.tsx';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import styles from '#app/design/ui/layout/account-card.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';
import { useReplacedAddress } from '#app/design/ui/hooks/use-replaced-address.ts';

import { type LinkState, judgeLink, resetPassword } from '../recovery/service.server.ts';
import type { Route } from './+types/reset-password.ts';
import { errorAt, type PasswordAnswer, type PasswordRefusal, refuse, keepingPasswords } from './password-form.ts';
import { PasswordRules } from './password-rules.tsx';
import { resetFormProblem } from './reset-password-form.ts';
import { useCheckedForm } from './use-checked-form.ts';
import { type JudgedLink, type RecoveryLink, useHashLink } from './use-hash-link.ts';

type ResetAnswer = PasswordRefusal | { done: true; email: string; newcomer: string | null };

const EXPIRED = "L'enllaç de recuperació ha caducat. Sol·licita un nou enllaç.";
const USED = 'Sessió no vàlida. Sol·licita un nou enllaç de recuperació.';
const FAILED = 'Error actualitzant la contrasenya: ';

export async function loader({ url, context }: Route.LoaderArgs): Promise<{ link: RecoveryLink | null }> {
  const parameters = url.searchParams;
  if (!parameters.has('access_token') && !parameters.has('type')) return { link: null };
  return { link: await judged(context.get(requestContext).deps, { token: parameters.get('access_token') ?? '', expiresAt: parameters.get('expires_at') }) };
}

async function judged(deps: Deps, { token, expiresAt }: { token: string; expiresAt: string | null }): Promise<RecoveryLink> {
  if (token === '') return { token, problem: "Error processant l'enllaç de recuperació.", newcomer: null };
  const saysExpired = expiresAt !== null && Number(expiresAt) * 1000 < deps.clock.now().getTime();
  const { state, newcomer } = await judgeLink(deps, token);
  return { token, problem: problemOf(saysExpired && state !== 'malformed' ? 'expired' : state), newcomer };
}

function problemOf(state: LinkState): string | null {
  switch (state) {
    case 'usable':
      return null;
    case 'malformed':
    case 'invalid':
      return 'Enllaç de recuperació no vàlid.';
    case 'expired':
      return EXPIRED;
    case 'used':
      return USED;
  }
}

export async function action({ request, context }: Route.ActionArgs): Promise<ReturnType<typeof data<ResetAnswer>> | ReturnType<typeof refuse> | ReturnType<typeof data<JudgedLink>>> {
  const { deps, limits, address } = context.get(requestContext);
  const form = await readForm(request);
  if (form.get('intent') === 'judge') return data({ link: await judged(deps, { token: textOf(form, 'access_token'), expiresAt: textOf(form, 'expires_at') || null }) });
  const problem = resetFormProblem(form);
  if (problem !== null) return refuse(400, problem);
  if ((await limits.take('password', address)) !== null) return refuse(429, { field: null, text: `${FAILED}massa intents seguits. Espera un minut.` });

  const reset = await resetPassword(deps, { token: textOf(form, 'access_token'), password: textOf(form, 'password') });
  switch (reset.outcome) {
    case 'reset':
      return data<ResetAnswer>({ done: true, email: reset.email, newcomer: reset.newcomer }, reset.cookie === null ? undefined : { headers: { 'Set-Cookie': reset.cookie } });
    case 'refused_password':
      return refuse(400, { field: 'password', text: RESET_TEXTS[reset.problem] });
    case 'refused_link':
      return refuse(400, { field: null, text: reset.state === 'expired' ? EXPIRED : reset.state === 'used' ? USED : 'Enllaç de recuperació no vàlid... Sol·licita un nou enllaç.' });
    case 'busy':
      return refuse(503, { field: null, text: `${FAILED}hi ha molta gent ara mateix. Torna-ho a provar en uns segons.` });
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<ResetAnswer | JudgedLink | ReturnType<typeof data<ResetAnswer>>> {
  const form = await request.clone().formData();
  if (form.get('intent') !== 'judge') return keepingPasswords(() => serverAction() as Promise<ResetAnswer>, 'Error inesperat. Torna a intentar-ho més tard.');
  // A link that could not be checked is not refused: setting the password will tell.
  return (serverAction() as Promise<JudgedLink>).catch(() => ({ link: { token: textOf(form, 'access_token'), problem: null, newcomer: null } }));
}

/** The address may carry a one-time code. */
export function headers(): HeadersInit {
  return PRIVATE_LINK;
}

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Nova contrasenya' }), { name: 'robots', content: 'noindex' }];

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const queryLink = useStored(loaderData.link);
  const hashLink = useHashLink();
  const answer = useStored(actionData !== undefined && 'done' in actionData ? actionData : null);
  useCleanAddress();
  if (answer?.done === true) return answer.newcomer === null ? <Done email={answer.email} /> : <Welcomed email={answer.email} name={answer.newcomer} />;
  const link = hashLink === null ? queryLink : hashLink;
  const newcomer = link?.newcomer ?? null;
  return (
    <AccountCard
      title={newcomer === null ? 'Nova contrasenya' : `Et donem la benvinguda, ${firstName(newcomer)}`}
      art={<HeadArt of={newcomer === null ? 'padlock' : 'party'} />}
      lead={newcomer === null ? "Tria'n una que recordes." : 'Ja tens compte. Tria la contrasenya amb què entraràs.'}
    >
      <LinkOutcome link={link} answer={answer ?? undefined} />
    </AccountCard>
  );
}

function LinkOutcome({ link, answer }: { link: RecoveryLink | null | undefined; answer: PasswordAnswer | undefined }): ReactNode {
  if (link === undefined) return <p role="status">Comprovant l'enllaç…</p>;
  return link === null || link.problem !== null ? <NoLink problem={link?.problem ?? null} /> : <ResetForm link={link} answer={answer} />;
}

/** Cleaning the address is a navigation, which drops the action's answer. */
function useStored<Value>(current: Value | null): Value | null {
  const [stored, setStored] = useState(current);
  if (current !== null && current !== stored) setStored(current);
  return current ?? stored;
}

/** Removes a link from the query, again after each submission. */
function useCleanAddress(): void {
  const { search } = useLocation();
  useReplacedAddress(search === '' ? null : RESET_SCREEN, { preventScrollReset: true });
}

function NoLink({ problem }: { problem: string | null }): ReactNode {
  return (
    <>
      {problem === null ? (
        <div className={styles.text}>
          <p>Per a posar una contrasenya nova, obri l'enllaç que t'hem enviat per correu.</p>
        </div>
      ) : (
        <Banner tone="error" live="alert" title={problem} />
      )}
      <div className={ui.cluster3}>
        <ButtonLink to="/forgot-password">Demanar un enllaç nou</ButtonLink>
        <ButtonLink to="/login" tone="quiet">
          Iniciar Sessió
        </ButtonLink>
      </div>
    </>
  );
}

function ResetForm({ link, answer }: { link: RecoveryLink; answer: PasswordAnswer | undefined }): ReactNode {
  const busy = useNavigation().formAction?.startsWith(RESET_SCREEN) === true;
  const { form, banner, problem, onSubmit } = useCheckedForm(resetFormProblem, answer);
  const [password, setPassword] = useState('');
  const rules = useId();
  const isNew = link.newcomer !== null;
  return (
    // Without scripts the page's own address still holds the link.
    <Form ref={form} method="post" className={ui.stack5} onSubmit={onSubmit} noValidate>
      {problem?.field === null ? <Banner ref={banner} tone="error" live="alert" title={problem.text} /> : null}
      <input type="hidden" name="access_token" value={link.token} />
      <PasswordField
        label={isNew ? 'Contrasenya' : 'Nova contrasenya'}
        name="password"
        autoComplete="new-password"
        required
        describedBy={rules}
        error={errorAt('password', problem)}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordRules id={rules} password={password} />
      <PasswordField label={isNew ? 'Repetix la contrasenya' : 'Repetix la nova contrasenya'} name="repeat" autoComplete="new-password" required error={errorAt('repeat', problem)} />
      <Button type="submit" wide busy={busy} busyLabel="Guardant...">
        Guardar la contrasenya
      </Button>
    </Form>
  );
}

function Done({ email }: { email: string }): ReactNode {
  const message = useFocusWhen<HTMLParagraphElement>(true);
  return (
    <AccountCard title="Contrasenya Actualitzada" art={<HeadArt of="party" />} lead="Ja pots entrar amb la nova.">
      <div className={styles.text}>
        <p ref={message} tabIndex={-1} role="status">
          Hem tancat totes les sessions obertes del teu compte i t'hem enviat un avís per correu.
        </p>
      </div>
      <ButtonLink to="/login" state={{ email }} wide>
        Iniciar Sessió
      </ButtonLink>
    </AccountCard>
  );
}

function Welcomed({ email, name }: { email: string; name: string }): ReactNode {
  const message = useFocusWhen<HTMLParagraphElement>(true);
  return (
    <AccountCard title={`Ja tens compte, ${firstName(name)}`} art={<HeadArt of="party" />} lead="Ara sí: a fer comboi.">
      <div className={styles.text}>
        <p ref={message} tabIndex={-1} role="status">
          Entra amb {email} i la contrasenya que acabes de triar.
        </p>
      </div>
      <ButtonLink to="/login" state={{ email }} wide>
        Iniciar Sessió
      </ButtonLink>
    </AccountCard>
  );
}

function firstName(name: string): string {
  return name.trim().split(' ')[0] ?? name;
}
