import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { getRequestListener } from '@hono/node-server';

import type { Env } from '../env.server.ts';
import { StartRefusal } from '../start-refusal.server.ts';
import type { AtOnce } from './fast-path/at-once.server.ts';

const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  /** Longer than proxies keep idle connections: most a minute, and Caddy 50 seconds by our Caddyfiles. */
  keepAliveTimeout: 65_000,
};
/** Of a connection on which neither side gets anything through, which Node may measure twice; streams give a sign of life sooner. */
const SILENCE_MS = 60_000;
/** Sent behind one that is not answered yet; we would keep the answer of each. Browsers and proxies wait. */
const PIPELINED_REQUESTS = 8;
const WAITING_CONNECTIONS = 4_096;
const CLOSE_IDLE_EVERY_MS = 50;

export interface Listening {
  env: Pick<Env, 'port' | 'host' | 'publicUrl'>;
  answer: (request: Request, peer: { address: string }) => Promise<Response> | Response;
  atOnce: AtOnce;
  /** Its answers are the last of their connections. */
  isEnding: () => boolean;
}

export async function listen({ env, answer, atOnce, isEnding }: Listening): Promise<Server> {
  const respond = getRequestListener(
    (request, { incoming }) => answer(request, { address: (incoming as IncomingMessage).socket.remoteAddress ?? '' }),
    { hostname: env.publicUrl.host },
  );
  const server = createServer(TIMES, (incoming, outgoing) => {
    // A proxy before us may have checked the other one.
    if (namesHostTwice(incoming.rawHeaders)) {
      outgoing.writeHead(400, { Connection: 'close' }).end();
      return;
    }
    if (climbs(incoming.url ?? '')) {
      outgoing.writeHead(404, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end('{"code":"NOT_FOUND","message":"No existix"}');
      return;
    }
    if (!isWithinPipeline(incoming, outgoing)) {
      incoming.socket.destroy();
      return;
    }
    if (isEnding()) outgoing.shouldKeepAlive = false;
    const plain = atOnce(incoming);
    if (plain === null) void respond(incoming, outgoing);
    else outgoing.writeHead(plain.status, plain.headers).end(plain.body ?? undefined);
  });
  server.setTimeout(SILENCE_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new StartRefusal(whyNoPort(error, env))));
    server.listen({ port: env.port, host: env.host, backlog: WAITING_CONNECTIONS }, resolve);
  });
  return server;
}

function namesHostTwice(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

const waiting = new WeakMap<Socket, number>();

function isWithinPipeline({ socket }: IncomingMessage, outgoing: ServerResponse): boolean {
  // Its turn has come: nothing before it is unanswered.
  if (outgoing.socket !== null) return true;
  const before = waiting.get(socket) ?? 0;
  waiting.set(socket, before + 1);
  outgoing.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return before < PIPELINED_REQUESTS;
}

/** Browsers resolve dots before they ask; left in, they would make another address of ours out of one that is not there. */
function climbs(target: string): boolean {
  if (!target.includes('.') && !target.includes('%')) return false;
  return /[/\\](\.|%2e){1,2}([/\\]|$)/i.test(target.replace(/[?#].*$/, ''));
}

function whyNoPort(error: NodeJS.ErrnoException, { host, port }: Listening['env']): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is taken. Stop whoever uses it, or set PORT to another one.`;
  if (error.code === 'EACCES') return `PORT ${port} needs more rights than this user has. Set PORT to one above 1023.`;
  return `HOST ${host} with PORT ${port} can't be listened on: ${error.message}`;
}

/** Idle connections at once, the others when they are answered or the time is over. */
export async function closeServer(server: Server, longestMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  await Promise.race([closed, pause(longestMs, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}
