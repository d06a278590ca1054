import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';

import { loginEmailProblem } from '#app/domain/people/login-email.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { NO_ANSWER_TO_BUTTON, withEveryFailureReported } from '#app/platform/client-state/lost-connection.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import styles from '#app/design/ui/layout/account-card.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

import { askForReset } from '../recovery/service.server.ts';
import type { Route } from './+types/forgot-password.ts';
import { LoginEmailField } from './login-email-field.tsx';

/** `lost`: the request got no answer. */
type ForgotAnswer = { sent: true; lost: { email: string; problem: string } | null } | { sent: false; email: string; problem: string };

export async function action({ request, context }: Route.ActionArgs): Promise<ReturnType<typeof data<ForgotAnswer>>> {
  const { deps, address, limits } = context.get(requestContext);
  const email = textOf(await readForm(request), 'email').trim();
  const problem = loginEmailProblem(email);
  if (problem !== null) return data({ sent: false, email, problem }, { status: 400 });
  await askForReset(deps, { email, network: address, limits });
  return data({ sent: true, lost: null });
}

/** The same answer whether or not the call fails (spec §8), so that nobody learns who has an account. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs): ReturnType<typeof withEveryFailureReported<ForgotAnswer>> {
  const email = textOf(await request.clone().formData(), 'email');
  return withEveryFailureReported<ForgotAnswer>(() => serverAction(), (lost) => ({ sent: true, lost: { email, problem: lost ?? NO_ANSWER_TO_BUTTON } }));
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Has oblidat la contrasenya?' });

export default function ForgotPassword({ actionData }: Route.ComponentProps): ReactNode {
  return actionData?.sent === true ? <Sent lost={actionData.lost} /> : <Ask answer={actionData ?? null} />;
}

function useIsAsking(): boolean {
  return useNavigation().formAction?.startsWith('/forgot-password') === true;
}

function Ask({ answer }: { answer: Extract<ForgotAnswer, { sent: false }> | null }): ReactNode {
  const busy = useIsAsking();
  const [refused, setRefused] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  function check(event: FormEvent<HTMLFormElement>): void {
    const problem = loginEmailProblem(field.current?.value.trim() ?? '');
    setRefused(problem);
    if (problem === null) return;
    event.preventDefault();
    field.current?.focus();
  }

  return (
    <AccountCard title="Has oblidat la contrasenya?" art="💌" lead="A tots ens passa. T'enviem un enllaç i en poses una de nova.">
      <Form method="post" action="/forgot-password" className={ui.stack5} onSubmit={check} noValidate>
        <LoginEmailField field={field} typed={answer?.email ?? ''} refused={refused ?? answer?.problem ?? null} />
        <Button type="submit" wide busy={busy} busyLabel="Enviant...">
          Enviar l'enllaç
        </Button>
      </Form>
      <p className={styles.links}>
        <Link to="/login">Tornar a l'inici de sessió</Link>
      </p>
    </AccountCard>
  );
}

function Sent({ lost }: { lost: Extract<ForgotAnswer, { sent: true }>['lost'] }): ReactNode {
  const message = useFocusWhen<HTMLParagraphElement>(true, [lost]);
  return (
    <AccountCard title="Correu Enviat" art="📬" lead={lost === null ? 'Mira la bústia: no tardarà.' : "O encara no: no sabem si l'hem demanat."}>
      {lost === null ? null : <AskAgain lost={lost} />}
      <div className={styles.text}>
        <p ref={message} tabIndex={-1} role="status">
          Si aquest correu està registrat, rebràs un missatge amb instruccions per a restaurar la contrasenya.
        </p>
        <ol>
          <li>Revisa la safata d'entrada i la carpeta de correu brossa.</li>
          <li>Obri l'enllaç de recuperació que t'hem enviat.</li>
          <li>Escriu la contrasenya nova.</li>
          <li>Inicia sessió amb ella.</li>
        </ol>
        <p>L'enllaç caduca d'ací a 24 hores.</p>
      </div>
      <div className={ui.cluster3}>
        <ButtonLink to="/login">Tornar a l'inici de sessió</ButtonLink>
        <ButtonLink to="/forgot-password" tone="quiet">
          Enviar un altre correu
        </ButtonLink>
      </div>
    </AccountCard>
  );
}

function AskAgain({ lost: { email, problem } }: { lost: { email: string; problem: string } }): ReactNode {
  const busy = useIsAsking();
  return (
    <Form method="post" action="/forgot-password" className={ui.stack5}>
      <Banner tone="warning" live="alert" title={problem} />
      <input type="hidden" name="email" value={email} />
      <Button type="submit" wide busy={busy} busyLabel="Enviant...">
        Tornar-ho a provar
      </Button>
    </Form>
  );
}
