import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';

import { qrModules } from '#app/platform/adapters/qr-modules.server.ts';
import type { PasswordAsk } from '#app/design/admin-kit/form/form-reply.ts';
import { PasswordPrompt } from '#app/design/admin-kit/page/password-prompt.tsx';
import { loginBackTo } from '#app/domain/people/login-link.ts';
import { SECOND_FACTOR_PAGE, secretInGroups } from '#app/domain/people/session/second-factor.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { QrImage, type QrModules } from '#app/design/ui/qr-code.tsx';
import { askPasswordAgain } from '#app/features/sign-in/password-proof/service.server.ts';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import card from '#app/design/ui/layout/account-card.module.css';
import { sessionTokenOf } from '#app/features/sign-in/session/service.server.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

import { codeProblem } from '../code-words.ts';
import { beginSecondFactor, confirmSecondFactor, readSecondFactor, removeSecondFactor, renewCodes } from '../service.server.ts';
import type { Route } from './+types/second-factor.ts';
import { CodeField } from './code-field.tsx';
import styles from './second-factor.module.css';

type SecondFactorData =
  | { state: 'off'; isRequired: boolean }
  | { state: 'begun'; isRequired: boolean; isRenewed: boolean; secret: string; url: string; code: QrModules }
  | { state: 'on'; isRequired: boolean; since: string; codesLeft: number };

export async function loader({ context, url }: Route.LoaderArgs): Promise<SecondFactorData> {
  const { deps, actor } = context.get(requestContext);
  if (actor.kind === 'guest') throw redirect(loginBackTo(SECOND_FACTOR_PAGE));
  const isRequired = deps.env.adminSecondFactor && actor.role === 'admin';
  const factor = await readSecondFactor(deps, actor);
  if (factor.state === 'on') return { state: 'on', isRequired, since: instantText(factor.since.toISOString()), codesLeft: factor.codesLeft };
  if (factor.state === 'off') return { state: 'off', isRequired };
  return { state: 'begun', isRequired, isRenewed: url.searchParams.has('nou'), secret: secretInGroups(factor.secret), url: factor.url, code: qrModules(factor.url) };
}

interface Reply {
  ask?: PasswordAsk;
  codes?: string[];
  problem?: string;
  codeProblem?: string;
}

export async function action(args: Route.ActionArgs): Promise<Response | ReturnType<typeof data<Reply>>> {
  const { deps, actor, limits } = args.context.get(requestContext);
  const sessionToken = await sessionTokenOf(deps, args.request.headers);
  if (actor.kind === 'guest' || sessionToken === null) return redirect(loginBackTo(SECOND_FACTOR_PAGE), 303);
  const form = await readForm(args.request);
  const intent = textOf(form, 'intent');
  const answer = (reply: Reply, status = 200): ReturnType<typeof data<Reply>> => data(reply, { status, headers: { 'Cache-Control': 'no-store' } });

  if (intent === 'confirm') {
    const confirmed = await confirmSecondFactor(deps, { userId: actor.userId, email: actor.email, code: textOf(form, 'code'), sessionToken, limits });
    if (confirmed.outcome === 'codes') return answer({ codes: confirmed.codes });
    return answer({ codeProblem: codeProblem(confirmed) }, confirmed.outcome === 'wrong' ? 400 : 429);
  }
  // Somebody with a stolen session must not lock its owner out.
  const ask = await askPasswordAgain(args, form);
  if (ask !== null) return answer({ ask }, 400);
  switch (intent) {
    case 'begin': {
      const { state } = await readSecondFactor(deps, actor);
      await beginSecondFactor(deps, actor);
      return redirect(state === 'begun' ? `${SECOND_FACTOR_PAGE}?nou=1` : SECOND_FACTOR_PAGE, 303);
    }
    case 'codes': {
      const codes = await renewCodes(deps, actor.userId);
      return codes === null ? redirect(SECOND_FACTOR_PAGE, 303) : answer({ codes });
    }
    case 'remove':
      if (deps.env.adminSecondFactor && actor.role === 'admin') return answer({ problem: "Als administradors se'ls demana: pots canviar de mòbil, però no llevar-la." }, 409);
      await removeSecondFactor(deps, actor);
      return redirect(SECOND_FACTOR_PAGE, 303);
    default:
      return answer({ problem: 'El formulari no es pot llegir.' }, 400);
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<Reply>> {
  return withFormDraft<Reply>(() => serverAction(), (problem) => ({ problem }));
}

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Verificació en dos passos' }), { name: 'robots', content: 'noindex' }];

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AccountCard title="Verificació en dos passos" art={<HeadArt of="phone" />} lead="Per a entrar, la contrasenya i un codi del teu mòbil.">
      <PasswordPrompt ask={actionData?.ask} />
      {actionData?.problem === undefined ? null : <Banner tone="error" live="alert" title={actionData.problem} />}
      {actionData?.codes === undefined ? <Steps loaded={loaderData} problem={actionData?.codeProblem ?? null} /> : <RecoveryCodes codes={actionData.codes} />}
    </AccountCard>
  );
}

function Steps({ loaded, problem }: { loaded: SecondFactorData; problem: string | null }): ReactNode {
  switch (loaded.state) {
    case 'off':
      return <Off isRequired={loaded.isRequired} />;
    case 'begun':
      return <Begun loaded={loaded} problem={problem} />;
    case 'on':
      return <On loaded={loaded} />;
  }
}

function Off({ isRequired }: { isRequired: boolean }): ReactNode {
  return (
    <Form method="post" className={ui.stack5}>
      {isRequired ? <Banner tone="warning" title="Als administradors se'ls demana" live="status"><p>Activa-la i podràs entrar en l'administració.</p></Banner> : null}
      <div className={card.text}>
        <p>Encara que algú sàpia la teua contrasenya, no podrà entrar sense el teu mòbil.</p>
        <p>Necessites una aplicació de codis, com Google Authenticator, Aegis, 1Password o la de contrasenyes del teu iPhone.</p>
      </div>
      <Button type="submit" wide name="intent" value="begin" busy={useIsSending('begin')}>
        Començar
      </Button>
    </Form>
  );
}

function Begun({ loaded, problem }: { loaded: Extract<SecondFactorData, { state: 'begun' }>; problem: string | null }): ReactNode {
  return (
    <>
      {loaded.isRenewed && problem === null ? (
        <Banner key={loaded.secret} tone="success" live="status" title="QR nou fet">
          <p>El d'abans ja no val: esborra'l de l'aplicació i escaneja este.</p>
        </Banner>
      ) : null}
      <div className={card.text}>
        <ol>
          <li>Obri l'aplicació de codis i escaneja este QR. Si estàs en el mateix mòbil, <a href={loaded.url}>obri-la des d'ací</a>.</li>
          <li>Escriu el codi de sis números que et mostra.</li>
        </ol>
      </div>
      <p className={styles.qr}>
        <QrImage code={loaded.code} label="Codi QR per a l'aplicació de codis" />
      </p>
      <details className={styles.byHand}>
        <summary>No puc escanejar-lo</summary>
        <p>
          Escriu esta clau en l'aplicació: <code className={styles.secret}>{loaded.secret}</code>
        </p>
      </details>
      <Form method="post" className={ui.stack5}>
        <CodeField label="Codi" hint="Els sis números que mostra l'aplicació." error={problem} onlyDigits />
        <Button type="submit" wide name="intent" value="confirm" busy={useIsSending('confirm')} busyLabel="Comprovant…">
          Activar
        </Button>
      </Form>
      <Form method="post">
        <Button type="submit" tone="text" name="intent" value="begin" busy={useIsSending('begin')}>
          Fer un QR nou
        </Button>
      </Form>
    </>
  );
}

function On({ loaded }: { loaded: Extract<SecondFactorData, { state: 'on' }> }): ReactNode {
  const few = loaded.codesLeft <= 2;
  const [isRenewing, isRemoving] = [useIsSending('codes'), useIsSending('remove')];
  return (
    <>
      <Banner tone="success" live="status" title="Activada">
        <p>Des del {loaded.since}.</p>
      </Banner>
      <Form method="post" className={ui.stack5}>
        <div className={card.text}>
          <p>{few ? <strong>Et queden {loaded.codesLeft} codis de recuperació.</strong> : `Et queden ${loaded.codesLeft} codis de recuperació.`} Servixen per a entrar si perds el mòbil.</p>
        </div>
        <div className={ui.cluster3}>
          <Button type="submit" tone={few ? 'primary' : 'quiet'} name="intent" value="codes" busy={isRenewing}>
            Fer codis nous
          </Button>
          {loaded.isRequired ? null : (
            <Button type="submit" tone="danger" name="intent" value="remove" busy={isRemoving}>
              Desactivar
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }): ReactNode {
  const banner = useFocusWhen<HTMLDivElement>(true, [codes]);
  return (
    <>
      <Banner ref={banner} tone="warning" live="status" title="Guarda estos codis ara: no es tornen a mostrar">
        <p>Cada un obri el teu compte una vegada, si perds el mòbil. Imprimix-los o apunta'ls en un lloc segur.</p>
      </Banner>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ButtonLink wide to={SECOND_FACTOR_PAGE} reloadDocument>
        Ja els he guardat
      </ButtonLink>
    </>
  );
}

function useIsSending(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent;
}
