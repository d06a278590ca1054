import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { aServiceAccount, PASS_TYPE, passCertificates, TEAM } from '#tests/support/wallets/wallet-authorities.ts';

import { currentApple, readWalletCredentials, type WalletCredentials } from './wallet-credentials.server.ts';

const NOW = new Date('2027-03-01T12:00:00Z');
const chain = passCertificates();
const other = passCertificates();
const account = aServiceAccount();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comboi-wallets-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface GivenCredentials {
  applePass?: Partial<Record<'certificate' | 'key' | 'authority' | 'passphrase', string>>;
  serviceAccount?: string;
}

async function read({ applePass, serviceAccount }: GivenCredentials): Promise<WalletCredentials> {
  const env = {
    applePass: applePass === undefined ? null : { certificate: chain.certificate, key: chain.key, authority: chain.authority, passphrase: null, ...applePass },
    googleWallet: serviceAccount === undefined ? null : { issuerId: '3388000000012345678', serviceAccount },
  };
  return readWalletCredentials(env, { clock: { now: () => NOW }, log: silentLogger });
}

test('nothing told, nothing offered', async () => {
  expect(await read({})).toEqual({ apple: null, google: null });
});

test('certificates name their pass type and team, whether told as text or as the path of a file', async () => {
  const names = { passTypeIdentifier: PASS_TYPE, teamIdentifier: TEAM };
  expect((await read({ applePass: {} })).apple).toMatchObject(names);
  const paths = await Promise.all(
    (['certificate', 'key', 'authority'] as const).map(async (name) => {
      await writeFile(join(folder, name), chain[name]);
      return [name, join(folder, name)] as const;
    }),
  );
  expect((await read({ applePass: Object.fromEntries(paths) })).apple).toMatchObject(names);
  // As one line of an environment file.
  expect((await read({ applePass: { certificate: chain.certificate.replaceAll('\n', '\\n') } })).apple).toMatchObject(names);
});

test('a service account names itself', async () => {
  expect((await read({ serviceAccount: account.json })).google).toMatchObject({ issuerId: '3388000000012345678', serviceAccount: account.email });
});

test.each<[string, GivenCredentials, string]>([
  ['a file that is not there', { applePass: { key: '/no/such/key.pem' } }, 'APPLE_PASS_KEY names a file'],
  ['a text that is no certificate', { applePass: { certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' } }, 'APPLE_PASS_CERTIFICATE is not a certificate'],
  ['a certificate of no pass type', { applePass: { certificate: chain.authority } }, 'APPLE_PASS_CERTIFICATE is no certificate of a pass type'],
  ['the key of another certificate', { applePass: { key: other.key } }, 'APPLE_PASS_KEY is not the RSA key'],
  ['an authority that did not issue it', { applePass: { authority: other.authority } }, 'APPLE_PASS_WWDR_CERTIFICATE did not issue'],
  ['an account without a key', { serviceAccount: '{"client_email":"a@b.example"}' }, 'GOOGLE_WALLET_SERVICE_ACCOUNT is not the JSON key'],
])('%s stops the start with the name of the variable', async (_, variables, message) => {
  await expect(read(variables)).rejects.toThrow(message);
});

test('a certificate that has run out, or runs out meanwhile, is none', async () => {
  const old = passCertificates({ validTo: new Date('2027-03-01T12:00:01Z') });
  const credentials = await read({ applePass: { certificate: old.certificate, key: old.key, authority: old.authority } });
  expect(currentApple(credentials, NOW)).toBe(credentials.apple);
  expect(currentApple(credentials, new Date('2027-03-01T12:00:01Z'))).toBeNull();
});
