import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `there`: from who connected to who listens. */
export type Way = 'there' | 'back';

export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** A half-open network: nothing passes and nobody is told. New connections are taken and left silent. */
  silence(): void;
  /** A network that loses packets one way: what is sent that way arrives when it is healed. `of`: only connections that open with these words. */
  hold(way: Way, of?: string): void;
  /** Every connection breaks, and a new one breaks at once. */
  cut(): void;
  /** What is sent from now on passes again; what was sent into a silence is lost, as are the connections that carried it. */
  heal(): void;
}

/** PostgreSQL's clients ask for TLS before they say who they are. */
const OPENING_LENGTH = 400;

interface Connection {
  opening: string;
  /** By the way that what is read from it goes. */
  ends: Record<Way, Socket>;
}

export async function tcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const open = new Set<Connection>();
  let silent = false;
  let isCut = false;
  let held: { way: Way; of: string } | null = null;

  const isHeld = ({ opening }: Connection, way: Way): boolean => held?.way === way && opening.includes(held.of);

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(target);
    const connection: Connection = { opening: '', ends: { there: near, back: far } };
    open.add(connection);
    near.on('data', (chunk: Buffer) => {
      if (connection.opening.length < OPENING_LENGTH) connection.opening += chunk.toString('latin1');
    });
    for (const [way, from, to] of [['there', near, far], ['back', far, near]] as const) {
      from.on('data', (chunk: Buffer) => {
        if (isHeld(connection, way)) from.pause().unshift(chunk);
        else if (!silent) to.write(chunk);
      });
      from.on('close', () => {
        if (to.destroyed) open.delete(connection);
        if (!silent) to.destroy();
      });
      from.on('error', () => {});
    }
  });
  const breakAll = (): void => {
    for (const { ends } of open) for (const end of Object.values(ends)) end.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      silent = true;
    },
    hold(way, of = '') {
      held = { way, of };
      for (const connection of open) if (isHeld(connection, way)) connection.ends[way].pause();
    },
    cut() {
      isCut = true;
      breakAll();
    },
    heal() {
      silent = false;
      isCut = false;
      held = null;
      for (const { ends } of open) for (const end of Object.values(ends)) end.resume();
    },
    async [Symbol.asyncDispose]() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
