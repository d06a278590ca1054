import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useNavigation } from 'react-router';

import { formDraftAddress } from '#app/platform/http/cookies/form-draft.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { safePath } from '#app/platform/http/safe-redirect.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import styles from '#app/design/ui/layout/account-card.module.css';

import { awaitedAccount, finishSignIn } from '../second-step.server.ts';
import { codeProblem } from '../code-words.ts';
import type { Route } from './+types/login-code.ts';
import { CodeField } from './code-field.tsx';

/** Spec §2. */
const AFTER_LOGIN = '/home';

export async function loader({ request, context }: Route.LoaderArgs): Promise<{ email: string }> {
  const { deps, actor } = context.get(requestContext);
  const awaited = actor.kind === 'user' ? null : await awaitedAccount(deps, request.headers);
  if (awaited === null) throw redirect('/login');
  return awaited;
}

export async function action({ request, url, context }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<{ problem: string }>>> {
  const { deps, limits, routes } = context.get(requestContext);
  const form = await readForm(request);
  const finished = await finishSignIn(deps, { headers: request.headers, code: textOf(form, 'code'), limits });
  switch (finished.outcome) {
    case 'signed_in': {
      const next = safePath(url.searchParams.get('next'), routes);
      const place = (await formDraftAddress(deps, request.headers, next)) ?? next ?? AFTER_LOGIN;
      return redirect(place, { status: 303, headers: finished.cookies });
    }
    case 'no_first_step':
      return redirect('/login', 303);
    case 'wrong':
    case 'too_many':
      return data({ problem: codeProblem(finished) }, { status: finished.outcome === 'wrong' ? 400 : 429, headers: { 'Cache-Control': 'no-store' } });
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<{ problem: string }>> {
  return withFormDraft<{ problem: string }>(() => serverAction(), (problem) => ({ problem }));
}

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Codi de verificació' }), { name: 'robots', content: 'noindex' }];

export default function LoginCode({ loaderData: { email }, actionData }: Route.ComponentProps): ReactNode {
  const busy = useNavigation().formAction?.startsWith('/login/codi') === true;
  return (
    <AccountCard title="Codi de verificació" art={<HeadArt of="phone" />} lead="El segon pas per a entrar al teu compte">
      <Form method="post" className={ui.stack5}>
        <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
        <CodeField label="Codi" hint="Els sis números que mostra l'aplicació del teu mòbil, o un dels teus codis de recuperació." error={actionData?.problem ?? null} />
        <Button type="submit" wide busy={busy} busyLabel="Entrant...">
          Continuar
        </Button>
      </Form>
      <p className={styles.links}>
        <Link to="/contact">He perdut el mòbil i els codis</Link>
        <Link to="/login" reloadDocument>
          Entrar amb un altre compte
        </Link>
      </p>
    </AccountCard>
  );
}
