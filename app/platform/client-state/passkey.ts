import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

import { isLostConnection, NO_CONNECTION } from './lost-connection.ts';

export type PasskeyOutcome = { outcome: 'done' | 'password_needed' } | { outcome: 'failed'; problem: string };

const GIVEN_UP = "No s'ha fet servir cap clau d'accés. Torna-ho a provar.";
const ALREADY_HERE = "Este dispositiu ja té una clau d'accés d'este compte.";

export async function showPasskey(): Promise<PasskeyOutcome> {
  return ceremony(async ({ startAuthentication }) => {
    const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>('/api/session/passkey/options');
    await post('/api/session/passkey', { response: await startAuthentication({ optionsJSON }) });
  });
}

export async function makePasskey(name: string): Promise<PasskeyOutcome> {
  return ceremony(async ({ startRegistration }) => {
    const optionsJSON = await post<PublicKeyCredentialCreationOptionsJSON>('/api/passkeys/options');
    await post('/api/passkeys', { name, response: await startRegistration({ optionsJSON }) });
  });
}

async function ceremony(steps: (library: typeof import('@simplewebauthn/browser')) => Promise<void>): Promise<PasskeyOutcome> {
  try {
    await steps(await import('@simplewebauthn/browser'));
    return { outcome: 'done' };
  } catch (error) {
    if (error instanceof Refused) return error.code === 'PASSWORD_NEEDED' ? { outcome: 'password_needed' } : { outcome: 'failed', problem: error.message };
    if (isLostConnection(error)) return { outcome: 'failed', problem: NO_CONNECTION };
    return { outcome: 'failed', problem: error instanceof Error && error.name === 'InvalidStateError' ? ALREADY_HERE : GIVEN_UP };
  }
}

class Refused extends Error {
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.code = code;
  }
}

async function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Refused(await answer.json().catch(() => ({ code: '', message: GIVEN_UP })));
  return (answer.status === 204 ? null : await answer.json()) as Answer;
}
