import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { data, Form, Link, redirect, useLocation, useNavigation } from 'react-router';

import { loginEmailProblem } from '#app/domain/people/login-email.ts';
import { formDraftAddress } from '#app/platform/http/cookies/form-draft.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { safePath } from '#app/platform/http/safe-redirect.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { PasskeyButton } from '#app/design/admin-kit/page/passkey-button.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { PasswordField } from '#app/design/ui/forms/password-field.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import styles from '#app/design/ui/layout/account-card.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useTimeout } from '#app/design/ui/hooks/use-timer.ts';

import { signInWithPassword } from '../service.server.ts';
import type { Route } from './+types/login.ts';
import { LoginEmailField } from './login-email-field.tsx';

const WRONG = 'Credencials incorrectes';
/** Spec §8. */
const ERROR_MS = 4000;
/** Spec §2. */
const AFTER_LOGIN = '/home';

interface LoginAnswer {
  email: string;
  emailProblem: string | null;
  problem: string | null;
}

export function loader({ url, context }: Route.LoaderArgs): { next: string | null } {
  const { actor, routes } = context.get(requestContext);
  const next = safePath(url.searchParams.get('next'), routes);
  if (actor.kind === 'user') throw redirect(next ?? '/');
  return { next };
}

export async function action({ request, context }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<LoginAnswer>>> {
  const { deps, limits, address, routes } = context.get(requestContext);
  const form = await readForm(request);
  const email = textOf(form, 'email').trim();
  const emailProblem = loginEmailProblem(email);
  if (emailProblem !== null) return refuse(400, { email, emailProblem, problem: null });

  const credentials = { email, password: textOf(form, 'password') };
  const signedIn = await signInWithPassword(deps, { credentials, headers: request.headers, address, limits });
  switch (signedIn.outcome) {
    case 'signed_in': {
      const next = safePath(form.get('next'), routes);
      const place = (await formDraftAddress(deps, request.headers, next)) ?? next ?? AFTER_LOGIN;
      return redirect(place, { status: 303, headers: signedIn.cookies });
    }
    case 'code_needed': {
      const next = safePath(form.get('next'), routes);
      return redirect(next === null ? '/login/codi' : `/login/codi?${new URLSearchParams({ next }).toString()}`, { status: 303, headers: signedIn.cookies });
    }
    case 'refused':
      return refuse(401, { email, emailProblem: null, problem: WRONG });
    case 'too_many':
      return refuse(429, { email, emailProblem: null, problem: `Massa intents seguits. Torna-ho a provar ${waitText(signedIn.retryAfterSeconds)}` });
    case 'busy':
      return refuse(503, { email, emailProblem: null, problem: 'Hi ha molta gent entrant ara mateix. Torna-ho a provar en uns segons' });
  }
}

function refuse(status: number, answer: LoginAnswer): ReturnType<typeof data<LoginAnswer>> {
  return data(answer, { status, headers: { 'Cache-Control': 'no-store' } });
}

function waitText(seconds: number): string {
  return seconds < 60 ? `d'ací a ${seconds} segons` : `d'ací a ${Math.ceil(seconds / 60)} min`;
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<LoginAnswer>> {
  const email = textOf(await request.clone().formData(), 'email');
  return withFormDraft<LoginAnswer>(() => serverAction(), (problem) => ({ email, emailProblem: null, problem }));
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Iniciar Sessió' });

export default function Login({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const answer = actionData ?? null;
  const state: unknown = useLocation().state;
  const navigation = useNavigation();
  const busy = navigation.state !== 'idle' && navigation.formAction?.startsWith('/login') === true;
  const [refused, setRefused] = useState<string | null>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const errorId = useId();

  function check(event: FormEvent<HTMLFormElement>): void {
    const problem = loginEmailProblem(emailField.current?.value.trim() ?? '');
    setRefused(problem);
    if (problem === null) return;
    event.preventDefault();
    emailField.current?.focus();
  }

  return (
    <AccountCard title="Iniciar Sessió" art={<HeadArt of="key" />} lead="Accedix al teu compte">
      {/* Posts to its own address, query included, so that `next` survives a refusal without scripts. */}
      <Form method="post" className={ui.stack5} onSubmit={check} noValidate>
        <LoginError id={errorId} answer={answer} />
        {loaderData.next === null ? null : <input type="hidden" name="next" value={loaderData.next} />}
        <LoginEmailField field={emailField} typed={answer?.email ?? emailIn(state)} refused={refused ?? answer?.emailProblem ?? null} />
        <PasswordField label="Contrasenya" name="password" autoComplete="current-password" required describedBy={errorId} />
        <Button type="submit" wide busy={busy} busyLabel="Entrant...">
          Iniciar Sessió
        </Button>
      </Form>
      {/* A full page load, which drops the guest's in-memory state. */}
      <PasskeyButton label="Entra amb una clau d'accés" onConfirmed={() => window.location.assign(loaderData.next ?? AFTER_LOGIN)} />
      <p className={styles.links}>
        <Link to="/login/enllac">Envia'm un enllaç per a entrar</Link>
        <Link to="/forgot-password">Has oblidat la contrasenya?</Link>
        <Link to="/contact">Contacta amb nosaltres</Link>
        <Link to="/tiquet-perdut">He perdut el tiquet</Link>
      </p>
    </AccountCard>
  );
}

/** Faded out after a while, but still announced with the password field. */
function LoginError({ id, answer }: { id: string; answer: LoginAnswer | null }): ReactNode {
  const [faded, setFaded] = useState<LoginAnswer | null>(null);
  useTimeout(() => setFaded(answer), answer?.problem === WRONG ? ERROR_MS : null, answer);

  const problem = answer?.problem ?? null;
  return (
    <div id={id} hidden={problem === null} className={faded === answer ? styles.answered : undefined}>
      {problem === null ? null : faded === answer ? (
        <VisuallyHidden>{problem}</VisuallyHidden>
      ) : (
        <Banner tone="error" live="alert" title={problem} />
      )}
    </div>
  );
}

/** History state may come from an older release, so it is not trusted. */
function emailIn(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';
}
