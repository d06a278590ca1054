import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';

import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { NO_ANSWER_TO_BUTTON, NO_CONNECTION, withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { Button } from '#app/design/ui/button.tsx';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { checkedToken, myDataCookie, readMyDataCookie } from '../links/cookies.server.ts';
import { openDataLink } from '../links/service.server.ts';
import { doForPerson } from '../service.server.ts';
import type { Route } from './+types/open-my-data.ts';

const EXPIRED = '/les-meues-dades?caducat=1';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Les meues dades' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

/** Opening the page does not use the link up, since mail programs open links. Its code moves from the address into a cookie. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestContext);
  if (url.searchParams.has('codi')) {
    const code = checkedToken(url.searchParams.get('codi'));
    if (code === null) return redirect(EXPIRED, { headers: PRIVATE_LINK });
    return redirect('/les-meues-dades/obrir', { headers: { ...PRIVATE_LINK, 'Set-Cookie': myDataCookie('code', code, deps.env.publicUrl) } });
  }
  if (readMyDataCookie(request.headers, 'code', deps.env.publicUrl) === null) return redirect('/les-meues-dades', { headers: PRIVATE_LINK });
  return data(null);
}

export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { deps } = context.get(requestContext);
  const code = readMyDataCookie(request.headers, 'code', deps.env.publicUrl);
  const opened = code === null ? null : await openDataLink(deps, code);
  const answer = new Headers(PRIVATE_LINK);
  if (opened === null) {
    answer.append('Set-Cookie', myDataCookie('code', null, deps.env.publicUrl));
    return redirect(EXPIRED, { status: 303, headers: answer });
  }
  await doForPerson(deps, { email: opened.email, by: { via: 'link' }, kind: 'show' });
  // The code stays valid for a moment, for a double click.
  answer.append('Set-Cookie', myDataCookie('key', opened.key, deps.env.publicUrl));
  return redirect('/les-meues-dades', { status: 303, headers: answer });
}

interface OpenProblem {
  problem: string;
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<OpenProblem | undefined>> {
  return withFormDraft<OpenProblem | undefined>(() => serverAction(), (lost) => ({ problem: lost === NO_CONNECTION ? lost : NO_ANSWER_TO_BUTTON }));
}

export default function OpenMyData({ actionData }: Route.ComponentProps): ReactNode {
  const banner = useFocusOnAnswer(actionData);
  const busy = useNavigation().state !== 'idle';
  return (
    <AccountCard title="Les meues dades" art={<HeadArt of="letter" />} lead="Un toc més i ací estan.">
      <Form method="post" className={ui.stack5}>
        {actionData === undefined ? null : <Banner ref={banner} tone="error" live="alert" title={actionData.problem} />}
        <p>L'enllaç servix una sola vegada. Després les tindràs una hora en este navegador.</p>
        <Button type="submit" wide busy={busy} busyLabel="Obrint...">
          Vore les meues dades
        </Button>
      </Form>
    </AccountCard>
  );
}
