import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';

import { isLoopbackAddress, isPublicAddress } from './public-address.server.ts';

export interface OutsideRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type OutsideAnswer = { status: number } | { failure: 'bad_address' | 'unknown_host' | 'private_address' | 'no_answer' | 'no_connection' };

/** Sends a body to an address that somebody typed. */
export type PostOutside = (request: OutsideRequest) => Promise<OutsideAnswer>;

export interface Address {
  address: string;
  family: number;
}

interface Rules {
  /** In the demo: the machine itself may be told. */
  loopback: boolean;
  resolve?: (host: string) => Promise<readonly Address[]>;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const MOST_HEADER_BYTES = 16 * 1024;

/**
 * The name is resolved once, every address it has is looked at, and the connection goes to one that was: a name that leads elsewhere a
 * moment later leads nowhere. Redirects are not followed; of the answer nothing but its status is read.
 */
export function createPostOutside({ loopback, resolve = resolveName, timeoutMs = TIMEOUT_MS }: Rules): PostOutside {
  return async ({ url: text, headers, body }) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || !['http:', 'https:'].includes(url.protocol)) return { failure: 'bad_address' };
    const ending = AbortSignal.timeout(timeoutMs);
    const addresses = await addressesOf(url, resolve, ending);
    if (addresses === 'late') return { failure: 'no_answer' };
    const [first] = addresses;
    if (first === undefined) return { failure: 'unknown_host' };
    const mayReach = ({ address }: Address): boolean => isPublicAddress(address) || (loopback && isLoopbackAddress(address));
    if (!addresses.every(mayReach)) return { failure: 'private_address' };
    if (url.protocol === 'http:' && !isLoopbackAddress(first.address)) return { failure: 'bad_address' };
    return send({ url, headers, body, to: first, ending });
  };
}

async function resolveName(host: string): Promise<readonly Address[]> {
  return lookup(host, { all: true });
}

async function addressesOf({ hostname }: URL, resolve: NonNullable<Rules['resolve']>, ending: AbortSignal): Promise<readonly Address[] | 'late'> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return [{ address: host, family: isIP(host) }];
  const late = new Promise<'late'>((done) => ending.addEventListener('abort', () => done('late'), { once: true }));
  return Promise.race([resolve(host).catch(() => []), late]);
}

function send({ url, headers, body, to, ending }: Omit<OutsideRequest, 'url'> & { url: URL; to: Address; ending: AbortSignal }): Promise<OutsideAnswer> {
  return new Promise((done) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal: ending,
      lookup: (_host, { all }, found) => (all ? found(null, [to]) : found(null, to.address, to.family)),
    });
    request.on('response', ({ statusCode = 0 }) => {
      done({ status: statusCode });
      request.destroy();
    });
    request.on('error', () => done({ failure: ending.aborted ? 'no_answer' : 'no_connection' }));
    request.end(body);
  });
}
