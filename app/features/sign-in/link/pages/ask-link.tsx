import { type ReactNode, useRef } from 'react';
import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router';

import { loginEmailProblem } from '#app/domain/people/login-email.ts';
import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import styles from '#app/design/ui/layout/account-card.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import { askForSignInLink } from '../service.server.ts';
import { LoginEmailField } from '../../pages/login-email-field.tsx';
import type { Route } from './+types/ask-link.ts';

interface AskAnswer {
  email: string;
  problem: string | null;
  /** The request got no answer. */
  lost: string | null;
}

const NOT_AN_ADDRESS = "L'email no té un format vàlid";

export function headers(): Record<string, string> {
  return { 'Cache-Control': 'no-store' };
}

/** The same answer for every address, beyond the limits too. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<AskAnswer>>> {
  const { deps, address, limits } = context.get(requestContext);
  const typed = textOf(await readForm(request), 'email').trim();
  const email = parseEmailAddress(typed);
  const problem = loginEmailProblem(typed) ?? (email === null ? NOT_AN_ADDRESS : null);
  if (problem !== null || email === null) return data<AskAnswer>({ email: typed, problem, lost: null }, { status: 400 });
  const cookie = await askForSignInLink(deps, { email, network: address, headers: request.headers, limits });
  return redirect('/login/enllac?enviat=1', { status: 303, headers: { ...headers(), 'Set-Cookie': cookie } });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<AskAnswer>> {
  const email = textOf(await request.clone().formData(), 'email');
  return withFormDraft<AskAnswer>(() => serverAction(), (lost) => ({ email, problem: null, lost }));
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Entrar amb un enllaç' });

export default function AskLink({ actionData }: Route.ComponentProps): ReactNode {
  const [search] = useSearchParams();
  return search.has('enviat') && actionData === undefined ? <Sent /> : <Ask answer={actionData ?? null} isExpired={search.has('caducat')} needsPassword={search.has('contrasenya')} />;
}

function Ask({ answer, isExpired, needsPassword }: { answer: AskAnswer | null; isExpired: boolean; needsPassword: boolean }): ReactNode {
  const busy = useNavigation().formAction?.startsWith('/login/enllac') === true;
  const field = useRef<HTMLInputElement>(null);
  return (
    <AccountCard title="Entrar amb un enllaç" art={<HeadArt of="letter" />} lead="Sense contrasenya: t'enviem un enllaç al correu i entres.">
      {isExpired ? (
        <Banner tone="warning" title="L'enllaç ja no funciona">
          <p>Servix una sola vegada i durant 15 minuts. Demana'n un altre.</p>
        </Banner>
      ) : null}
      {needsPassword ? (
        <Banner tone="warning" title="Este compte demana la contrasenya">
          <p>
            <Link to="/login">Entra amb la contrasenya</Link>, o <Link to="/forgot-password">posa'n una de nova</Link>.
          </p>
        </Banner>
      ) : null}
      <Form method="post" action="/login/enllac" className={ui.stack5} noValidate>
        {answer?.lost == null ? null : <Banner tone="warning" live="alert" title={answer.lost} />}
        <LoginEmailField field={field} typed={answer?.email ?? ''} refused={answer?.problem ?? null} />
        <Button type="submit" wide busy={busy} busyLabel="Enviant...">
          Envia'm un enllaç
        </Button>
      </Form>
      <p className={styles.links}>
        <Link to="/login">Entrar amb la contrasenya</Link>
      </p>
    </AccountCard>
  );
}

function Sent(): ReactNode {
  return (
    <AccountCard title="Mira el correu" art={<HeadArt of="letter" />} lead="Si eixe correu té un compte, l'enllaç ja va de camí.">
      <div className={styles.text}>
        <p role="status">Si aquest correu està registrat, rebràs un missatge amb un enllaç per a entrar.</p>
        <ol>
          <li>Revisa la safata d'entrada i la carpeta de correu brossa.</li>
          <li>Obri l'enllaç en este mateix navegador: servix una sola vegada i caduca d'ací a 15 minuts.</li>
          <li>Prem «Entrar».</li>
        </ol>
      </div>
      <div className={ui.cluster3}>
        <ButtonLink to="/login">Tornar a l'inici de sessió</ButtonLink>
        <ButtonLink to="/login/enllac" replace tone="quiet">
          Enviar un altre enllaç
        </ButtonLink>
      </div>
    </AccountCard>
  );
}
