import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useNavigation } from 'react-router';

import { deviceName } from '#app/domain/people/session/device-name.ts';
import { loginBackTo } from '#app/domain/people/login-link.ts';
import { SECOND_FACTOR_PAGE } from '#app/domain/people/session/second-factor.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { AccountCard } from '#app/design/ui/layout/account-card.tsx';
import card from '#app/design/ui/layout/account-card.module.css';

import { sessionTokenOf } from '../../session/service.server.ts';
import { endDevice, endOtherDevices, listDevices, type Owner } from '../devices.server.ts';
import type { Route } from './+types/devices.ts';
import styles from './devices.module.css';

interface Device {
  id: string;
  name: string;
  since: string;
  seen: string | null;
  isCurrent: boolean;
}

interface DevicesData {
  devices: Device[];
  hasSecondFactor: boolean;
}

async function ownerOf({ context, request }: Route.LoaderArgs | Route.ActionArgs): Promise<Owner> {
  const { deps, actor } = context.get(requestContext);
  const token = await sessionTokenOf(deps, request.headers);
  if (actor.kind === 'guest' || token === null) throw redirect(loginBackTo('/dispositius'), 303);
  return { user: actor, token };
}

export async function loader(args: Route.LoaderArgs): Promise<DevicesData> {
  const { deps } = args.context.get(requestContext);
  const { devices, hasSecondFactor } = await listDevices(deps, await ownerOf(args));
  return {
    hasSecondFactor,
    devices: devices.map(({ id, userAgent, createdAt, seenAt, isCurrent }) => ({
      id,
      name: deviceName(userAgent),
      since: instantText(createdAt.toISOString()),
      seen: seenAt === null ? null : instantText(seenAt.toISOString()),
      isCurrent,
    })),
  };
}

interface Reply {
  done?: string;
  problem?: string;
}

export async function action(args: Route.ActionArgs): Promise<Response | ReturnType<typeof data<Reply>>> {
  const { deps } = args.context.get(requestContext);
  const owner = await ownerOf(args);
  const form = await readForm(args.request);
  if (textOf(form, 'intent') === 'end-others') {
    await endOtherDevices(deps, owner);
    return data({ done: 'Hem tancat la sessió en els altres dispositius.' });
  }
  const isEnded = await endDevice(deps, owner, textOf(form, 'device'));
  return isEnded ? data({ done: 'Hem tancat la sessió en eixe dispositiu.' }) : data({ problem: 'Eixa sessió ja estava tancada.' }, { status: 409 });
}

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<Reply>> {
  return withFormDraft<Reply>(() => serverAction(), (problem) => ({ problem }));
}

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Els meus dispositius' }), { name: 'robots', content: 'noindex' }];

export default function Devices({ loaderData: { devices, hasSecondFactor }, actionData }: Route.ComponentProps): ReactNode {
  const banner = useFocusOnAnswer(actionData);
  const isEnding = useNavigation().formData?.get('intent') === 'end-others';
  const others = devices.filter(({ isCurrent }) => !isCurrent);
  return (
    <AccountCard title="Els meus dispositius" art={<HeadArt of="screen" />} lead="On tens la sessió oberta.">
      {actionData?.done === undefined ? null : <Banner ref={banner} tone="success" live="status" title={actionData.done} />}
      {actionData?.problem === undefined ? null : <Banner ref={banner} tone="error" live="alert" title={actionData.problem} />}
      <ul className={ui.stack3}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className={card.text}>No tens la sessió oberta en cap altre lloc.</p>
      ) : (
        <Form method="post">
          <Button type="submit" tone="quiet" wide name="intent" value="end-others" busy={isEnding}>
            Tancar totes les altres
          </Button>
        </Form>
      )}
      <p className={card.text}>
        <span>
          Si no reconeixes algun dispositiu, tanca'l i <Link to="/change-password">canvia la contrasenya</Link>.
        </span>
      </p>
      <section className={`${ui.stack2} ${ui.well} ${ui.padded4}`} aria-labelledby="second-factor">
        <h2 id="second-factor" className={styles.title}>
          Verificació en dos passos
        </h2>
        <p>{hasSecondFactor ? 'Activada: per a entrar cal també un codi del teu mòbil.' : 'Desactivada: per a entrar només cal la contrasenya.'}</p>
        <Link to={SECOND_FACTOR_PAGE} className={styles.link}>
          {hasSecondFactor ? 'Gestionar-la' : 'Activar-la'}
        </Link>
      </section>
      <section className={`${ui.stack2} ${ui.well} ${ui.padded4}`} aria-labelledby="passkeys">
        <h2 id="passkeys" className={styles.title}>
          Claus d'accés
        </h2>
        <p>Entra amb l'empremta, la cara o el PIN del teu dispositiu, sense contrasenya.</p>
        <Link to="/claus-acces" className={styles.link}>
          Gestionar-les
        </Link>
      </section>
    </AccountCard>
  );
}

function DeviceRow({ device }: { device: Device }): ReactNode {
  const { state, formData } = useNavigation();
  const busy = state !== 'idle' && formData?.get('device') === device.id;
  return (
    <li className={styles.device}>
      <div>
        <p className={ui.strong}>{device.name}</p>
        <p className={styles.facts}>
          {device.isCurrent ? 'Este dispositiu' : device.seen === null ? null : `Vist per última vegada: ${device.seen}`}
          <br />
          Sessió iniciada: {device.since}
        </p>
      </div>
      {device.isCurrent ? null : (
        <Form method="post">
          <input type="hidden" name="device" value={device.id} />
          <Button type="submit" tone="quiet" busy={busy} aria-label={`Tancar la sessió de ${device.name}, iniciada ${device.since}`}>
            Tancar
          </Button>
        </Form>
      )}
    </li>
  );
}
