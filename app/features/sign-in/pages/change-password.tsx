import { type ReactNode, useId, useState } from 'react';
import { data, Form, useNavigation } from 'react-router';

import { loginBackTo } from '#app/domain/people/login-link.ts';
import { CHANGE_TEXTS } from '#app/domain/people/password.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { PasswordField } from '#app/design/ui/forms/password-field.tsx';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';

import { changePassword } from '../password/passwords.server.ts';
import { sessionTokenOf } from '../session/service.server.ts';
import type { Route } from './+types/change-password.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';
import { changeFormProblem } from './change-password-form.ts';
import { errorAt, type PasswordAnswer, refuse, keepingPasswords } from './password-form.ts';
import { PasswordRules } from './password-rules.tsx';
import { useCheckedForm } from './use-checked-form.ts';

const NO_USER = "No s'ha pogut obtindre l'usuari actual.";
const FAILED = 'Error al canviar la contrasenya.';

interface ChangeData {
  email: string | null;
}

export function loader({ context }: Route.LoaderArgs): ReturnType<typeof data<ChangeData>> {
  const { actor } = context.get(requestContext);
  return data({ email: actor.kind === 'user' ? actor.email : null }, { status: actor.kind === 'user' ? 200 : 401 });
}

export async function action({ request, context }: Route.ActionArgs): Promise<ReturnType<typeof data<PasswordAnswer>>> {
  const { deps, actor, limits } = context.get(requestContext);
  const sessionToken = await sessionTokenOf(deps, request.headers);
  if (actor.kind !== 'user' || sessionToken === null) return refuse(401, { field: null, text: NO_USER });
  const form = await readForm(request);
  const problem = changeFormProblem(form);
  if (problem !== null) return refuse(400, problem);

  const change = { actor, sessionToken, current: textOf(form, 'current'), next: textOf(form, 'password'), limits };
  const changed = await changePassword(deps, change);
  switch (changed.outcome) {
    case 'changed':
      return data({ done: true });
    case 'wrong_current':
      return refuse(400, { field: 'current', text: 'La contrasenya actual és incorrecta.' });
    case 'signed_out':
      return refuse(401, { field: null, text: NO_USER });
    case 'refused_password':
      return refuse(400, { field: 'password', text: CHANGE_TEXTS[changed.problem] });
    case 'too_many':
      return refuse(429, { field: null, text: `${FAILED} Massa intents: torna-ho a provar d'ací a uns minuts.` });
    case 'busy':
      return refuse(503, { field: null, text: `${FAILED} Torna-ho a provar en uns segons.` });
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof keepingPasswords<PasswordAnswer>> {
  return keepingPasswords<PasswordAnswer>(() => serverAction(), "Error inesperat. El que has escrit continua ací: torna-ho a provar d'ací a un moment.");
}

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Canviar contrasenya' }), { name: 'robots', content: 'noindex' }];

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AccountCard title="Canviar contrasenya" art={<HeadArt of="padlock" />} lead="Una de nova, només teua.">
      {loaderData.email === null ? <SignedOut /> : <ChangeForm email={loaderData.email} answer={actionData} />}
    </AccountCard>
  );
}

function SignedOut(): ReactNode {
  return (
    <>
      <Banner tone="warning" title={NO_USER}>
        <p>Torna a iniciar sessió per a canviar la contrasenya.</p>
      </Banner>
      <ButtonLink to={loginBackTo('/change-password')} wide>
        Iniciar Sessió
      </ButtonLink>
    </>
  );
}

function ChangeForm({ email, answer }: { email: string; answer: PasswordAnswer | undefined }): ReactNode {
  const busy = useNavigation().formAction?.startsWith('/change-password') === true;
  const { form, banner, problem, onSubmit } = useCheckedForm(changeFormProblem, answer);
  const [typed, setTyped] = useState({ text: '', before: answer });
  const rules = useId();
  const done = answer?.done === true;
  const password = done && typed.before !== answer ? '' : typed.text;
  const success = useFocusWhen<HTMLDivElement>(done, [answer], (banner) => {
    form.current?.reset();
    banner.focus();
  });

  return (
    <Form ref={form} method="post" className={ui.stack5} onSubmit={onSubmit} noValidate>
      {done && problem === null ? (
        <Banner ref={success} tone="success" live="status" title="Contrasenya canviada correctament!">
          <p>Hem tancat la sessió en els altres dispositius.</p>
        </Banner>
      ) : null}
      {problem?.field === null ? <Banner ref={banner} tone="error" live="alert" title={problem.text} /> : null}
      {/* Password managers store the password under this account. */}
      <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField label="Contrasenya actual" name="current" autoComplete="current-password" required error={errorAt('current', problem)} />
      <PasswordField
        label="Nova contrasenya"
        name="password"
        autoComplete="new-password"
        required
        describedBy={rules}
        error={errorAt('password', problem)}
        onChange={(event) => setTyped({ text: event.target.value, before: answer })}
      />
      <PasswordRules id={rules} password={password} />
      <PasswordField label="Repetix la nova contrasenya" name="repeat" autoComplete="new-password" required error={errorAt('repeat', problem)} />
      <Button type="submit" wide busy={busy} busyLabel="Guardant...">
        Canviar contrasenya
      </Button>
    </Form>
  );
}
