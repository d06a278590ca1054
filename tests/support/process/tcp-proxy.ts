import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** A half-open network: nothing passes and nobody is told. New connections are taken and left silent. */
  silence(): void;
  /** Every connection breaks, and a new one breaks at once. */
  cut(): void;
  /** What is sent from now on passes again; what was sent meanwhile is lost, as are the connections that carried it. */
  heal(): void;
}

export async function tcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let silent = false;
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(target);
    for (const [from, to] of [[near, far], [far, near]] as const) {
      open.add(from);
      from.on('data', (chunk: Buffer) => {
        if (!silent) to.write(chunk);
      });
      from.on('close', () => {
        open.delete(from);
        if (!silent) to.destroy();
      });
      from.on('error', () => {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      silent = true;
    },
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    heal() {
      silent = false;
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
