import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { statusOf } from '../child-server.ts';

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

const ASK_EVERY_MS = 250;
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Without what a server says of its own connection: believed of ours, a visitor would send on one that we have just closed. */
function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name)));
}

/** As deploy/Caddyfile.two: in turn to those that said they are ready; whoever is refused by a closed socket, or asked for a page on one that was closing, is sent to the next. */
export async function aBalancer(upstreams: readonly string[], port: number): Promise<Balancer> {
  const ready = new Set(upstreams);
  const agent = new Agent({ keepAlive: true });
  let next = 0;

  const ended = new AbortController();
  // Never two questions at once: an answer that was overtaken by the next would count longer.
  async function askOn(url: string): Promise<void> {
    while (!ended.signal.aborted) {
      if ((await statusOf(`${url}/health/ready`)) === 200) ready.add(url);
      else ready.delete(url);
      await pause(ASK_EVERY_MS);
    }
  }
  const asking = Promise.all(upstreams.map(askOn));

  const server: Server = createServer((incoming, outgoing) => {
    // Who hangs up amid a request has asked for nothing.
    buffer(incoming).then((body) => pass(incoming, outgoing, body)).catch(() => outgoing.destroy());
  });

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    const tried = new Set<string>();
    const forward = (): void => {
      const candidates = upstreams.filter((url) => ready.has(url) && !tried.has(url));
      const upstream = candidates[next++ % Math.max(1, candidates.length)];
      if (upstream === undefined) {
        outgoing.writeHead(502).end();
        return;
      }
      tried.add(upstream);
      const { hostname, port } = new URL(upstream);
      const onwards = request({ agent, hostname, port, method: incoming.method, path: incoming.url, headers: passedOn(incoming.headers) }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
        answer.pipe(outgoing);
      });
      onwards.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && onwards.reusedSocket && incoming.method === 'GET' && !outgoing.headersSent)) forward();
        else if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end(String(error));
      });
      onwards.end(body);
    };
    forward();
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      ended.abort();
      await asking;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
