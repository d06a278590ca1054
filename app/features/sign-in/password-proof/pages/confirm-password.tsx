import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation, useRevalidator } from 'react-router';

import { loginBackTo } from '#app/domain/people/login-link.ts';
import { isPasswordRecent, passwordBefore } from '#app/domain/people/session/recent-password.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { safePath } from '#app/platform/http/safe-redirect.ts';
import { PasskeyButton } from '#app/design/admin-kit/page/passkey-button.tsx';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { PasswordField } from '#app/design/ui/forms/password-field.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import styles from '#app/design/ui/layout/account-card.module.css';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

import { proofProblem } from '../proof-words.ts';
import { hasOwnPasskey, provePassword } from '../service.server.ts';
import type { Route } from './+types/confirm-password.ts';

/** Staff downloads are API calls, which can't ask for a password themselves. */
const DOWNLOADS = { mayReturnTo: (pathname: string) => pathname.startsWith('/api/admin/') };

interface ConfirmData {
  email: string;
  ready: string | null;
  hasPasskey: boolean;
}

export async function loader({ url, context }: Route.LoaderArgs): Promise<ConfirmData> {
  const { deps, actor, routes } = context.get(requestContext);
  const requested = url.searchParams.get('next');
  const download = safePath(requested, DOWNLOADS);
  const next = download ?? safePath(requested, routes) ?? '/';
  if (actor.kind === 'guest') throw redirect(loginBackTo('/admin'));
  const isRecent = isPasswordRecent(actor, deps.clock.now());
  if (isRecent && download === null) throw redirect(next);
  return { email: actor.email, ready: isRecent ? download : null, hasPasskey: await hasOwnPasskey(deps, actor) };
}

export async function action({ request, url, context }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<{ problem: string }>>> {
  const { deps, actor, limits } = context.get(requestContext);
  const form = await readForm(request);
  const proof = await provePassword(deps, { actor, headers: request.headers, password: textOf(form, 'password'), limits });
  if (proof.outcome !== 'proved') return data({ problem: proofProblem(proof) }, { status: 400 });
  return redirect(passwordBefore(url.searchParams.get('next') ?? '/'), 303);
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<{ problem: string }>> {
  return withFormDraft<{ problem: string }>(() => serverAction(), (problem) => ({ problem }));
}

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Confirma que eres tu' }), { name: 'robots', content: 'noindex' }];

export default function ConfirmPassword({ loaderData: { email, ready, hasPasskey }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AccountCard title="Confirma que eres tu" art={<HeadArt of="padlock" />} lead={ready === null ? 'Escriu la contrasenya i continuem on estaves.' : 'Ja pots descarregar-ho.'}>
      {ready === null ? <PasswordForm email={email} problem={actionData?.problem ?? null} hasPasskey={hasPasskey} /> : <Download href={ready} />}
    </AccountCard>
  );
}

function PasswordForm({ email, problem, hasPasskey }: { email: string; problem: string | null; hasPasskey: boolean }): ReactNode {
  const busy = useNavigation().formMethod === 'POST';
  const { revalidate } = useRevalidator();
  const field = useFocusWhen<HTMLInputElement>(problem !== null, [problem]);
  return (
    <Form method="post" className={ui.stack5}>
      {/* Password managers fill in this account's password. */}
      <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField ref={field} label="Contrasenya" name="password" autoComplete="current-password" required error={problem} />
      <Button type="submit" wide busy={busy} busyLabel="Comprovant…">
        Continuar
      </Button>
      {hasPasskey ? <PasskeyButton label="Confirma-ho amb la clau d'accés" onConfirmed={() => void revalidate()} /> : null}
    </Form>
  );
}

function follow(link: HTMLAnchorElement | null): void {
  if (link !== null) window.location.assign(link.href);
}

/** The link is for browsers that block the automatic download. */
function Download({ href }: { href: string }): ReactNode {
  return (
    <>
      <Banner tone="success" live="status" title="Gràcies!">
        <p>La descàrrega comença ara. Si no, descarrega-ho ací.</p>
      </Banner>
      <p className={styles.links}>
        <a key={href} ref={follow} href={href}>
          Descarregar
        </a>
      </p>
    </>
  );
}
