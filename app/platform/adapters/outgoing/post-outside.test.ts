import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Address, createPostOutside } from './post-outside.server.ts';
import { isPublicAddress } from './public-address.server.ts';

let server: Server;
let port: number;
let requests: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.host}`);
    if (request.url === '/big') {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    } else if (request.url === '/redirect') response.writeHead(302, { Location: `http://127.0.0.1:${port}/elsewhere` }).end();
    else if (request.url === '/headers') response.writeHead(200, { 'X-Long': 'y'.repeat(40_000) }).end();
    else if (request.url !== '/silent') response.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = (url: string) => ({ url, headers: { 'Content-Type': 'application/json' }, body: '{}' });
const LOOPBACK: Address = { address: '127.0.0.1', family: 4 };
const named = (...addresses: string[]) => async (): Promise<Address[]> => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('an address that somebody typed', () => {
  test.each(['127.0.0.1', '127.9.9.9', '10.0.0.8', '172.16.3.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '192.0.0.8', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fec0::1', 'fd00::1', 'fc00::1', 'ff02::1', '::ffff:10.0.0.8', '::ffff:0a00:0008', '::ffff:127.0.0.1', '64:ff9b::a00:8', '2002:a00:8::', '2001::1', '2001:db8::1', '::10.0.0.8'])(
    '%s is not public, however it is written',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('%s is', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    ['http://127.0.0.1', 'private_address'],
    ['https://[::1]', 'private_address'],
    ['https://2130706433', 'private_address'],
    ['https://0x7f.1', 'private_address'],
    ['https://169.254.169.254/latest/meta-data', 'private_address'],
    ['https://[::ffff:10.0.0.8]', 'private_address'],
    ['https://localhost', 'private_address'],
    ['ftp://1.1.1.1', 'bad_address'],
    ['not an address', 'bad_address'],
  ])('%s is sent nothing: %s', async (url, failure) => {
    expect(await createPostOutside({ loopback: false })(request(url))).toEqual({ failure });
  });

  test('a name that leads into the own network is sent nothing, also where only one of its addresses does', async () => {
    for (const addresses of [['10.0.0.8'], ['1.1.1.1', '192.168.1.1'], ['2606:4700:4700::1111', 'fd00::1'], ['169.254.169.254']]) {
      expect(await createPostOutside({ loopback: true, resolve: named(...addresses) })(request('https://intern.example'))).toEqual({ failure: 'private_address' });
    }
    expect(await createPostOutside({ loopback: false, resolve: async () => [LOOPBACK] })(request('https://rebind.example'))).toEqual({ failure: 'private_address' });
  });

  test('a name is resolved once, and the connection goes where it led then', async () => {
    requests = [];
    let times = 0;
    const resolve = async (): Promise<Address[]> => [(times += 1) === 1 ? LOOPBACK : { address: '10.0.0.8', family: 4 }];
    expect(await createPostOutside({ loopback: true, resolve })(request(`http://rebind.example:${port}/pinned`))).toEqual({ status: 204 });
    expect([times, requests]).toEqual([1, [`/pinned rebind.example:${port}`]]);
  });

  test('a name that nobody has is unknown', async () => {
    const resolve = async (): Promise<Address[]> => Promise.reject(new Error('ENOTFOUND'));
    expect(await createPostOutside({ loopback: true, resolve })(request('https://enlloc.example'))).toEqual({ failure: 'unknown_host' });
  });

  test('plain http goes to the machine itself alone', async () => {
    expect(await createPostOutside({ loopback: true, resolve: named('1.1.1.1') })(request('http://exemple.cat'))).toEqual({ failure: 'bad_address' });
  });
});

describe('what it answers', () => {
  const post = createPostOutside({ loopback: true, timeoutMs: 60_000 });
  const at = (path: string): string => `http://127.0.0.1:${port}${path}`;

  test('a redirect is not followed', async () => {
    requests = [];
    expect(await post(request(at('/redirect')))).toEqual({ status: 302 });
    expect(requests).toEqual([`/redirect 127.0.0.1:${port}`]);
  });

  test('a body without end is not read', async () => {
    expect(await post(request(at('/big')))).toEqual({ status: 200 });
  });

  test('headers without measure are no answer', async () => {
    expect(await post(request(at('/headers')))).toEqual({ failure: 'no_connection' });
  });

  test('silence ends', async () => {
    expect(await createPostOutside({ loopback: true, timeoutMs: 50 })(request(at('/silent')))).toEqual({ failure: 'no_answer' });
  });

  test('nor does a name that is never resolved keep anybody waiting', async () => {
    const resolve = async (): Promise<Address[]> => new Promise(() => {});
    expect(await createPostOutside({ loopback: true, resolve, timeoutMs: 50 })(request('https://lent.example'))).toEqual({ failure: 'no_answer' });
  });
});
