import { connect } from 'node:tls';

import type { Health } from '#app/domain/operations/alarms.ts';
import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const ANSWERS_WITHIN_MS = 10_000;
const HTTPS_PORT = 443;

type SiteCertificate = Health['siteCertificate'];

const siteCertificate = stateKey<{ read: SiteCertificate }>('the certificate of PUBLIC_URL');

export function openSiteCertificate(): OpenedState {
  return siteCertificate.opened({ read: null });
}

export function readSiteCertificate({ state }: Pick<Deps, 'state'>): SiteCertificate {
  return state.get(siteCertificate).read;
}

/** Null where nothing answers: a network may not lead from the server to its own name. */
export async function checkSiteCertificate({ env, state }: Pick<Deps, 'env' | 'state'>): Promise<void> {
  if (env.demo || env.publicUrl.protocol !== 'https:') return;
  state.get(siteCertificate).read = await certificateAt(env.publicUrl).catch(() => null);
}

/** As it is served, which an expired or foreign one also is. */
export async function certificateAt({ hostname, port }: URL): Promise<SiteCertificate> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const isName = !/^[\d.]+$|:/.test(host);
    const socket = connect({ host, port: port === '' ? HTTPS_PORT : Number(port), rejectUnauthorized: false, ...(isName && { servername: host }) }, () => {
      const { validFromDate: validFrom, validToDate: validTo } = socket.getPeerX509Certificate() ?? {};
      socket.end();
      resolve(validFrom === undefined || validTo === undefined ? null : { validFrom, validTo });
    });
    socket.setTimeout(ANSWERS_WITHIN_MS, () => socket.destroy(new Error('late')));
    socket.once('error', reject);
  });
}
