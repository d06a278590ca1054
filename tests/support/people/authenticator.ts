import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import type { Member } from './accounts.ts';
import { cookieOf } from './buyers.ts';
import type { TestApp } from '../app/test-app.ts';

const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40];

interface Signing {
  challenge: string;
  origin?: string;
  relyingParty?: string;
  /** Its person showed nothing but a finger somewhere. */
  unverified?: true;
  /** What it says it has signed; one more than before unless told. */
  counter?: number;
}

export interface Authenticator {
  id: string;
  register(signing: Signing): object;
  show(signing: Signing): object;
}

/** A device that makes passkeys, with real keys and signatures; it attests nothing. */
export function anAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let counted = 0;

  function authData({ relyingParty = 'localhost', unverified, counter }: Signing, key: Buffer | null): Buffer {
    counted = counter ?? counted + 1;
    const flags = PRESENT | (unverified === true ? 0 : VERIFIED) | (key === null ? 0 : WITH_KEY);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counted);
    return Buffer.concat([createHash('sha256').update(relyingParty).digest(), Buffer.from([flags]), count, key ?? Buffer.alloc(0)]);
  }

  function clientData(type: 'webauthn.create' | 'webauthn.get', { challenge, origin = 'http://localhost' }: Signing): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  return {
    id,
    register(signing) {
      const cose = map([[int(1), int(2)], [int(3), int(-7)], [int(-1), int(1)], [int(-2), bytes(Buffer.from(x, 'base64url'))], [int(-3), bytes(Buffer.from(y, 'base64url'))]]);
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, cose]);
      const attestation = map([[text('fmt'), text('none')], [text('attStmt'), map([])], [text('authData'), bytes(authData(signing, key))]]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData('webauthn.create', signing).toString('base64url'), attestationObject: attestation.toString('base64url') },
      };
    },
    show(signing) {
      const [data, client] = [authData(signing, null), clientData('webauthn.get', signing)];
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client.toString('base64url'), authenticatorData: data.toString('base64url'), signature: signature.toString('base64url') },
      };
    },
  };
}

/** CBOR, as much of it as an authenticator speaks. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  return value < 256 ? Buffer.from([(kind << 5) | 24, value]) : Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}

function int(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
}

function map(entries: readonly [Buffer, Buffer][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}

export interface SigningRequest {
  challenge: string;
  allowCredentials?: { id: string }[];
  /** Of the browser that asked. */
  cookie: string;
}

export async function postJson(app: Pick<TestApp, 'ask'>, path: string, body: object, cookie = ''): Promise<Response> {
  return app.ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...(cookie !== '' && { Cookie: cookie }) }, body: JSON.stringify(body) });
}

/** What a browser with this cookie is given to sign. */
export async function requestToSign(app: Pick<TestApp, 'ask'>, path: '/api/session/passkey/options' | '/api/passkeys/options', cookie = ''): Promise<SigningRequest> {
  const answer = await postJson(app, path, {}, cookie);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  const options = (await answer.json()) as Omit<SigningRequest, 'cookie'>;
  return { ...options, cookie: [cookie, cookieOf(answer.headers)].filter((one) => one !== '').join('; ') };
}

/** A passkey of somebody who is signed in by this cookie. */
export async function aPasskey(app: Pick<TestApp, 'ask'>, cookie: string, name = 'El mòbil'): Promise<Authenticator> {
  const authenticator = anAuthenticator();
  const options = await requestToSign(app, '/api/passkeys/options', cookie);
  const made = await postJson(app, '/api/passkeys', { name, response: authenticator.register(options) }, options.cookie);
  if (made.status !== 204) throw new Error(`the passkey was not kept: ${made.status}`);
  return authenticator;
}

export async function passkeyIdOf(app: Pick<TestApp, 'db'>, { id }: Pick<Member, 'id'>): Promise<string> {
  return (await app.db.query.selectFrom('passkeys').select('id').where('userId', '=', id).executeTakeFirstOrThrow()).id;
}
