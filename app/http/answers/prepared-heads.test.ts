import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createHeadWriter, type ReadyAnswer } from './prepared-heads.server.ts';

const BODY = Buffer.from('<p>Hola');
const PAGE = { status: 200, body: BODY, headers: ['content-type', 'text/html; charset=utf-8', 'content-length', '7', 'etag', '"x-identity"', 'vary', 'Accept-Encoding, Cookie'] } as const;
const KNOWN = { status: 304, body: null, headers: ['etag', '"x-identity"'] } as const;
const SILENCE_MS = 250;

let prepared: number;
let plain: number;
let heads = 0;
let now = new Date('2027-03-15T20:00:00Z');
beforeAll(async () => {
  const write = createHeadWriter({ now: () => now });
  // Each knows by its count which answer is whose.
  const answerAt = (url: string): ReadyAnswer => (url.includes('known') ? KNOWN : PAGE);
  const ownOf = (url: string): string[] => ['x-request-id', url, ...(url.includes('new') ? ['set-cookie', 'comboi_visitor=1; Path=/'] : [])];
  const open = async (listener: RequestListener): Promise<number> => {
    const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
      if (incoming.url === '/last') outgoing.shouldKeepAlive = false;
      listener(incoming, outgoing);
      outgoing.end(answerAt(incoming.url!).body);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    afterAll(() => server.close().closeAllConnections());
    return (server.address() as AddressInfo).port;
  };
  prepared = await open((incoming, outgoing) => {
    const { writeHead } = outgoing;
    outgoing.writeHead = (...words: unknown[]) => {
      heads += 1;
      return Reflect.apply(writeHead, outgoing, words) as typeof outgoing;
    };
    write(outgoing, answerAt(incoming.url!), ownOf(incoming.url!));
  });
  plain = await open((incoming, outgoing) => {
    const { status, headers } = answerAt(incoming.url!);
    outgoing.writeHead(status, [...headers, ...ownOf(incoming.url!)]);
  });
});

/** What comes until the server closes, or has been silent for a while. */
async function wire(port: number, words: readonly string[], { half = false }: { half?: boolean } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect({ port, host: '127.0.0.1' });
    // Two in a row: where the machine stood still, the first may come before what waits to be read.
    let silences = 0;
    socket.setTimeout(SILENCE_MS);
    socket.on('timeout', () => {
      silences += 1;
      if (silences === 2) socket.destroy();
      else socket.setTimeout(SILENCE_MS);
    });
    socket.on('data', (chunk) => {
      silences = 0;
      heard += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('end', () => (heard += '[end]'));
    socket.on('close', () => resolve(heard.replaceAll(/Date: .*\r\n/g, 'Date\r\n')));
    void (async () => {
      for (const word of words) {
        socket.write(word);
        await pause(20);
      }
      if (half) socket.end();
    })();
  });
}

const get = (path: string, more = '', version = '1.1'): string => `GET ${path} HTTP/${version}\r\nHost: a\r\n${more}\r\n`;

test.concurrent.each<[string, string[], { half?: boolean }?]>([
  ['one after the other', [get('/1'), get('/2-new'), get('/3')]],
  ['without waiting for answers', [get('/1') + get('/2') + get('/3-new')]],
  ['what it has', [get('/1-known') + get('/2-known') + get('/3'), get('/4-known'), get('/5-known', 'Connection: close\r\n')]],
  ['in pieces', ['GET /1 HTT', 'P/1.1\r\nHo', 'st: a\r\n\r', '\n']],
  ['the last one', [get('/1', 'Connection: close\r\n') + get('/2')]],
  ['while the server ends', [get('/1') + get('/last')]],
  ['in the old way', [get('/1', '', '1.0')]],
  ['in the old way, to go on', [get('/1', 'Connection: keep-alive\r\n', '1.0')]],
  ['expecting to be told to go on', [get('/1', 'Expect: 100-continue\r\nContent-Length: 3\r\n'), 'abc', get('/2')]],
  ['with a body', [`${get('/1', 'Content-Length: 3\r\n')}abc${get('/2')}`]],
  ['with a body in chunks', [`${get('/1', 'Transfer-Encoding: chunked\r\n')}3\r\nabc\r\n0\r\n\r\n${get('/2')}`]],
  ['with two lengths', [get('/1', 'Content-Length: 3\r\nContent-Length: 4\r\n')]],
  ['with a length and chunks', [`${get('/1', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n${get('/2')}`]],
  ['with words that are no header', [get('/1', 'X Y: 1\r\n')]],
  ['half closed', [get('/1') + get('/2')], { half: true }],
  ['to change the protocol', [get('/1', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'), get('/2')]],
])('asked %s, it answers byte for byte as a server that writes each head anew', async (_, words, how) => {
  const [heard, expected] = await Promise.all([wire(prepared, words, how), wire(plain, words, how)]);
  expect(heard).toContain('HTTP/1.1 ');
  expect(heard).toBe(expected);
});

test('a head is written once a second, and its date is of this second', async () => {
  const dateNow = async (): Promise<string> => (await fetch(`http://127.0.0.1:${prepared}/`)).headers.get('date')!;
  now = new Date(now.getTime() + 1_000);
  const before = heads;
  for (let n = 0; n < 20; n += 1) await dateNow();
  expect(heads).toBe(before + 1);

  now = new Date(now.getTime() + 999);
  const date = await dateNow();
  // Node's own clock goes on meanwhile.
  while ((await fetch(`http://127.0.0.1:${plain}/`)).headers.get('date') === date) await pause(50);
  now = new Date(now.getTime() + 1);
  expect(await dateNow()).not.toBe(date);
  expect(heads).toBe(before + 2);
});

test('who leaves in the middle costs the next one nothing', async () => {
  for (let left = 0; left < 20; left += 1) {
    const socket = connect({ port: prepared, host: '127.0.0.1' });
    socket.write(get('/1').repeat(5), () => socket.resetAndDestroy());
    await new Promise((resolve) => socket.once('close', resolve));
  }
  expect(await wire(prepared, [get('/1')])).toBe(await wire(plain, [get('/1')]));
});
