import { openText, sealText } from '#app/platform/adapters/sealed-text.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const SECRET_USE = 'second factor';
const CODE_USE = 'second factor code';
/** 160 bits, as RFC 4226 recommends. */
const SECRET_LENGTH = 32;

export function newTotpSecret(deps: Pick<Deps, 'ids'>): string {
  return `${deps.ids.token()}${deps.ids.token()}`.slice(0, SECRET_LENGTH);
}

export async function sealSecret(deps: Pick<Deps, 'keys'>, secret: string): Promise<string> {
  return sealText(deps.keys, SECRET_USE, secret);
}

/** Null where it was sealed with another COMBOI_SECRET. */
export async function openSecret(deps: Pick<Deps, 'keys' | 'log'>, sealed: string): Promise<string | null> {
  return openText(deps.keys, SECRET_USE, sealed).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a second factor was made under another COMBOI_SECRET: `npm run user:second-factor-off` takes it away');
    return null;
  });
}

/** Keyed with the server's secret: worthless to somebody who reads the table alone. */
export function hashOfRecoveryCode(deps: Pick<Deps, 'keys'>, userId: string, code: string): string {
  return deps.keys.sign(CODE_USE, `${userId}\n${code.replaceAll('-', '')}`);
}
