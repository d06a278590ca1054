import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import type { Clock } from '../clock.server.ts';
import type { Logger } from '../log.server.ts';
import type { Env } from '#app/platform/env.server.ts';
import { StartRefusal } from '#app/platform/start-refusal.server.ts';

export interface AppleCredentials {
  passTypeIdentifier: string;
  teamIdentifier: string;
  certificate: string;
  key: string;
  passphrase: string | null;
  authority: string;
  validTo: Date;
}

export interface GoogleCredentials {
  issuerId: string;
  serviceAccount: string;
  key: KeyObject;
}

export interface WalletCredentials {
  apple: AppleCredentials | null;
  google: GoogleCredentials | null;
}

/** Reads and proves them at the start: a pass that no phone takes would be noticed at the door. */
export async function readWalletCredentials(env: Pick<Env, 'applePass' | 'googleWallet'>, { clock, log }: { clock: Clock; log: Logger }): Promise<WalletCredentials> {
  const apple = env.applePass === null ? null : await readApple(env.applePass);
  const google = env.googleWallet === null ? null : await readGoogle(env.googleWallet);
  if (apple !== null && apple.validTo <= clock.now()) {
    log.warn({ validTo: apple.validTo }, 'the certificate of APPLE_PASS_CERTIFICATE has expired: no passes are offered until there is a new one');
  }
  return { apple, google };
}

/** A certificate runs out while the server runs. */
export function currentApple({ apple }: WalletCredentials, now: Date): AppleCredentials | null {
  return apple !== null && now < apple.validTo ? apple : null;
}

async function readApple(configured: NonNullable<Env['applePass']>): Promise<AppleCredentials> {
  const [certificate, key, authority] = await Promise.all([
    textOf('APPLE_PASS_CERTIFICATE', configured.certificate),
    textOf('APPLE_PASS_KEY', configured.key),
    textOf('APPLE_PASS_WWDR_CERTIFICATE', configured.authority),
  ]);
  const { passphrase } = configured;
  const issued = parsed('APPLE_PASS_CERTIFICATE', 'a certificate in PEM form', () => new X509Certificate(certificate));
  const issuer = parsed('APPLE_PASS_WWDR_CERTIFICATE', 'a certificate in PEM form', () => new X509Certificate(authority));
  const secret = parsed('APPLE_PASS_KEY', 'a key in PEM form that APPLE_PASS_KEY_PASSPHRASE opens', () => createPrivateKey({ key, ...(passphrase !== null && { passphrase }) }));
  const subject = new Map(issued.subject.split('\n').map((line): [string, string | undefined] => {
    const [attribute = '', value] = line.split(/=(.*)/s, 2);
    return [attribute, value];
  }));
  const [passTypeIdentifier, teamIdentifier] = [subject.get('UID'), subject.get('OU')];
  if (passTypeIdentifier?.startsWith('pass.') !== true || teamIdentifier === undefined) {
    throw new StartRefusal('APPLE_PASS_CERTIFICATE is no certificate of a pass type: its subject names no pass.… (UID) or no team (OU).');
  }
  if (secret.asymmetricKeyType !== 'rsa' || !issued.checkPrivateKey(secret)) throw new StartRefusal('APPLE_PASS_KEY is not the RSA key of APPLE_PASS_CERTIFICATE.');
  if (!issued.checkIssued(issuer) || !issued.verify(issuer.publicKey)) {
    throw new StartRefusal("APPLE_PASS_WWDR_CERTIFICATE did not issue APPLE_PASS_CERTIFICATE: take the generation of Apple's intermediate certificate that it names.");
  }
  return { passTypeIdentifier, teamIdentifier, certificate, key, passphrase, authority, validTo: issued.validToDate };
}

const accountSchema = z.object({ client_email: z.email(), private_key: z.string() });

async function readGoogle({ issuerId, serviceAccount: configured }: NonNullable<Env['googleWallet']>): Promise<GoogleCredentials> {
  const text = await textOf('GOOGLE_WALLET_SERVICE_ACCOUNT', configured);
  return parsed('GOOGLE_WALLET_SERVICE_ACCOUNT', 'the JSON key of a service account', () => {
    const account = accountSchema.parse(JSON.parse(text));
    const key = createPrivateKey(account.private_key);
    if (key.asymmetricKeyType !== 'rsa') throw new Error('no RSA key');
    return { issuerId, serviceAccount: account.client_email, key };
  });
}

async function textOf(name: string, configured: string): Promise<string> {
  if (configured.trimStart().startsWith('{')) return configured;
  // As one line of an environment file.
  if (configured.trimStart().startsWith('-----BEGIN')) return configured.replaceAll('\\n', '\n');
  try {
    return await readFile(configured, 'utf8');
  } catch {
    throw new StartRefusal(`${name} names a file that can't be read: ${configured}`);
  }
}

function parsed<T>(name: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new StartRefusal(`${name} is not ${what}.`);
  }
}
