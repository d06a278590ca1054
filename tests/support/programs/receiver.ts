import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  message: { type: string; timestamp: string; subject: string; sequence: number; data: Record<string, string | number | null> };
}

export interface Receiver {
  url: string;
  received: Received[];
  /** What it answers from now on. */
  answer(how: number | ((response: ServerResponse) => void)): void;
  /** Every connection breaks, and a new one breaks at once, until it is up again. */
  down(): void;
  up(): void;
  close(): Promise<void>;
}

/** Another program's server, on loopback. */
export async function aReceiver(): Promise<Receiver> {
  let how: number | ((response: ServerResponse) => void) = 204;
  let isDown = false;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    text(request).then((body) => {
      received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body, message: JSON.parse(body) as Received['message'] });
      if (typeof how === 'function') how(response);
      else response.writeHead(how).end();
      // A sender that dies in the middle of a message has sent none.
    }).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    if (isDown) socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/avisos`,
    received,
    answer(next) {
      how = next;
    },
    down() {
      isDown = true;
      server.closeAllConnections();
    },
    up() {
      isDown = false;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** As a receiver checks it, by the text of Standard Webhooks and nothing of ours. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64')).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => one.startsWith('v1,') && timingSafeEqual(expected, Buffer.from(one.slice(3), 'base64')));
}
