import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';

import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { NO_ANSWER_TO_BUTTON, NO_CONNECTION, withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { Button } from '#app/design/ui/button.tsx';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import { checked, lostTicketCookie, readLostTicketCookie } from '../cookies.server.ts';
import { openTicketLink } from '../lost-ticket.server.ts';
import type { Route } from './+types/lost-ticket-open.ts';
import styles from './lost-ticket.module.css';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Els teus tiquets' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  // With 'no-referrer' a form would send `Origin: null` and be refused. The code has left the address by now.
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

/** Opening the page does not use the link up, since mail programs prefetch links. Its code moves from the address into a cookie. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestContext);
  const { searchParams } = url;
  if (searchParams.has('codi')) {
    const code = checked(searchParams.get('codi'));
    if (code === null) return redirect('/tiquet-perdut?caducat=1', { headers: PRIVATE_LINK });
    return redirect('/tiquet-perdut/obrir', { headers: { ...PRIVATE_LINK, 'Set-Cookie': lostTicketCookie('code', code, deps.env.publicUrl) } });
  }
  if (readLostTicketCookie(request.headers, 'code', deps.env.publicUrl) === null) return redirect('/tiquet-perdut', { headers: PRIVATE_LINK });
  return data(null);
}

export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { deps } = context.get(requestContext);
  const code = readLostTicketCookie(request.headers, 'code', deps.env.publicUrl);
  const key = code === null ? null : await openTicketLink(deps, code);
  const answer = new Headers(PRIVATE_LINK);
  if (key === null) {
    answer.append('Set-Cookie', lostTicketCookie('code', null, deps.env.publicUrl));
    return redirect('/tiquet-perdut?caducat=1', { status: 303, headers: answer });
  }
  // The code stays valid for a moment, for a double click.
  answer.append('Set-Cookie', lostTicketCookie('key', key, deps.env.publicUrl));
  return redirect('/tiquet-perdut/tiquets', { status: 303, headers: answer });
}

interface OpenProblem {
  problem: string;
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<OpenProblem | undefined>> {
  return withFormDraft<OpenProblem | undefined>(() => serverAction(), (lost) => ({ problem: lost === NO_CONNECTION ? lost : NO_ANSWER_TO_BUTTON }));
}

export default function LostTicketOpen({ actionData }: Route.ComponentProps): ReactNode {
  const banner = useFocusOnAnswer(actionData);
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <PageHeader art={<HeadArt of="ticket" />} title="Ja quasi els tens">
        Un toc més i ací estan.
      </PageHeader>
      <Wrap>
        <Form method="post" className={styles.sheet}>
          {actionData === undefined ? null : <Banner ref={banner} tone="error" live="alert" title={actionData.problem} />}
          <p>L'enllaç obri els tiquets una sola vegada. Després els tindràs una hora en este navegador per a guardar-los.</p>
          <Button type="submit" busy={busy} busyLabel="Obrint...">
            Veure els meus tiquets
          </Button>
        </Form>
      </Wrap>
    </>
  );
}
