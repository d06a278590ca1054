import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useNavigation } from 'react-router';

import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { NO_ANSWER_TO_BUTTON, NO_CONNECTION, withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import styles from '#app/design/ui/layout/account-card.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import { checkedCode, linkCookie, readLinkCookie } from '../cookies.server.ts';
import { judgeSignInLink, signInByLink } from '../service.server.ts';
import type { Route } from './+types/open-link.ts';

/** Spec §2. */
const AFTER_LOGIN = '/home';
const ASK = '/login/enllac';
const EXPIRED = `${ASK}?caducat=1`;

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Entrar amb un enllaç' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  // With 'no-referrer' a form would send `Origin: null` and be refused. The code has left the address by now.
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

/** Opening the page uses nothing up, since mail programs open links. The code moves from the address into a cookie. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestContext);
  const { publicUrl } = deps.env;
  if (url.searchParams.has('codi')) {
    const code = checkedCode(url.searchParams.get('codi'));
    if (code === null) return redirect(EXPIRED, { headers: PRIVATE_LINK });
    return redirect('/login/entra', { headers: { ...PRIVATE_LINK, 'Set-Cookie': linkCookie('code', code, publicUrl) } });
  }
  const code = readLinkCookie(request.headers, 'code', publicUrl);
  if (code === null) return redirect(ASK, { headers: PRIVATE_LINK });
  const link = await judgeSignInLink(deps, { code, headers: request.headers });
  if (link.state === 'gone') return redirect(EXPIRED, { headers: { ...PRIVATE_LINK, 'Set-Cookie': linkCookie('code', null, publicUrl) } });
  return data({ email: link.email, isSameBrowser: link.isSameBrowser });
}

interface OpenAnswer {
  problem: string;
}

const TOO_MANY = 'Massa intents seguits. Espera un minut i torna-ho a provar.';
const NOT_THIS_BROWSER = "Este no és el navegador des d'on s'ha demanat l'enllaç. Mira-ho bé abans d'entrar.";

export async function action({ request, context }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<OpenAnswer>>> {
  const { deps, limits, address } = context.get(requestContext);
  const { publicUrl } = deps.env;
  const isConfirmed = (await readForm(request)).get('aci') === '1';
  if ((await limits.take('password', address)) !== null) return data<OpenAnswer>({ problem: TOO_MANY }, { status: 429 });
  const code = readLinkCookie(request.headers, 'code', publicUrl);
  const signedIn = code === null ? ({ outcome: 'gone' } as const) : await signInByLink(deps, { code, headers: request.headers, isConfirmed });
  if (signedIn.outcome === 'asks_first') return data<OpenAnswer>({ problem: NOT_THIS_BROWSER }, { status: 409 });
  const answer = signedIn.outcome === 'signed_in' ? signedIn.cookies : new Headers();
  answer.append('Set-Cookie', linkCookie('code', null, publicUrl));
  for (const [name, value] of Object.entries(PRIVATE_LINK)) answer.set(name, value);
  const place = { signed_in: AFTER_LOGIN, gone: EXPIRED, password_needed: `${ASK}?contrasenya=1` }[signedIn.outcome];
  return redirect(place, { status: 303, headers: answer });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<OpenAnswer>> {
  return withFormDraft<OpenAnswer>(() => serverAction(), (lost) => ({ problem: lost === NO_CONNECTION ? lost : NO_ANSWER_TO_BUTTON }));
}

export default function OpenLink({ loaderData: { email, isSameBrowser }, actionData }: Route.ComponentProps): ReactNode {
  const banner = useFocusOnAnswer(actionData);
  const busy = useNavigation().state !== 'idle';
  return (
    <AccountCard title={isSameBrowser ? 'Ja quasi estàs' : 'Vols entrar ací?'} art={<HeadArt of="key" />} lead={isSameBrowser ? 'Un toc més i ja has entrat.' : "L'enllaç s'ha demanat en un altre navegador o dispositiu."}>
      {actionData === undefined ? null : <Banner ref={banner} tone="error" live="alert" title={actionData.problem} />}
      <Form method="post" className={ui.stack5}>
        {isSameBrowser ? null : (
          <>
            <input type="hidden" name="aci" value="1" />
            <p>
              Si l'has demanat tu, per exemple en l'ordinador, pots entrar ací. Si te l'ha enviat una altra persona, no entres: seria el seu compte, i veuria el que hi faces.
            </p>
          </>
        )}
        <p className={ui.wraps}>
          Compte: <strong>{email}</strong>
        </p>
        <Button type="submit" wide busy={busy} busyLabel="Entrant...">
          {isSameBrowser ? 'Entrar' : 'Sí, entrar ací'}
        </Button>
      </Form>
      <p className={styles.links}>
        <Link to="/login">{isSameBrowser ? 'Entrar amb la contrasenya' : 'No, tornar'}</Link>
      </p>
    </AccountCard>
  );
}
