import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { DoorClosed, doorTransport, NoConnection, verifyFailureText } from './transport.ts';

test.each([
  [401, '{"code":"NOT_SIGNED_IN"}', DoorClosed],
  [403, '{"code":"FORBIDDEN"}', DoorClosed],
  [403, '<html>Accés a Internet: inicia sessió</html>', NoConnection],
  [401, '{"error":"proxy"}', NoConnection],
  [403, '{"code":"FOREIGN_ORIGIN"}', NoConnection],
])('an answer %s %s of the network closes the door only where it is ours', async (status, body, thrown) => {
  const before = globalThis.fetch;
  globalThis.fetch = async () => new Response(body, { status });
  try {
    await expect(doorTransport(null).get('/api/door')).rejects.toBeInstanceOf(thrown);
  } finally {
    globalThis.fetch = before;
  }
});

/** What the door says of a server that answers like this. */
async function textOf(answer: RequestListener, { timeoutMs = 60_000 } = {}): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`;
  try {
    await doorTransport(null, { timeoutMs }).post(address, {});
    return 'a decision';
  } catch (error) {
    return error instanceof DoorClosed ? 'closed' : verifyFailureText(error);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each<[string, RequestListener, string]>([
  ['decides', (_, answer) => answer.end('{}'), 'a decision'],
  ['says itself that nobody is signed in', (_, answer) => answer.writeHead(401, { 'Content-Type': 'application/json' }).end('{"code":"NOT_SIGNED_IN"}'), 'closed'],
  ['stands on the way and answers 401', (_, answer) => answer.writeHead(401).end(), 'Error de connexió verificant tiquet'],
  ['answers 404', (_, answer) => answer.writeHead(404).end(), 'Ticket no trobat'],
  ['answers 503', (_, answer) => answer.writeHead(503).end(), 'El ticket no es pot verificar en aquest moment'],
  ['answers with a page of somebody else', (_, answer) => answer.end('<p>Wifi gratis</p>'), 'Error verificant ticket'],
  ['hangs up', (request) => request.socket.destroy(), 'Error de connexió verificant tiquet'],
])('a server that %s', async (_, answer, text) => {
  expect(await textOf(answer)).toBe(text);
});

test('a server that says nothing', async () => {
  expect(await textOf(() => undefined, { timeoutMs: 50 })).toBe("Temps d'espera esgotat");
});

test('a fault of our own', () => {
  expect(verifyFailureText(new TypeError('undefined is not a function'))).toBe('Error en la verificació del tiquet');
});
