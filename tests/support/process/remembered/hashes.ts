import crypto from 'node:crypto';

type Argon2 = typeof crypto.argon2;
type Answer = Parameters<Argon2>[2];

/** Of the process, whose files each load this module anew. */
const home = globalThis as { argon2OfNode?: Argon2 };

/** The same password with the same salt always gives the same key, and who is in the cast signs in thousands of times: each is reckoned once. */
export function rememberHashes(): void {
  if (home.argon2OfNode !== undefined) return;
  const { argon2 } = crypto;
  const known = new Map<string, Promise<NonSharedBuffer>>();
  const remembered = (...[algorithm, parameters, answer]: Parameters<Argon2>): void => {
    const input = JSON.stringify([algorithm, Object.entries(parameters).map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString('base64') : value])]);
    const key = known.get(input) ?? new Promise<NonSharedBuffer>((resolve, reject) => argon2(algorithm, parameters, (error, derived) => (error === null ? resolve(derived) : reject(error))));
    known.set(input, key);
    key.then((derived) => answer(null, derived), (error: Parameters<Answer>[0]) => answer(error, Buffer.alloc(0)));
  };
  home.argon2OfNode = argon2;
  Object.assign(crypto, { argon2: remembered });
}

/** For whoever measures what a login costs. */
export function forgetHashes(): void {
  if (home.argon2OfNode !== undefined) Object.assign(crypto, { argon2: home.argon2OfNode });
  delete home.argon2OfNode;
}
