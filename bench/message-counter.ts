import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface MessageCounter {
  url: string;
  take(): { statements: number; roundTrips: number };
  close(): void;
}

const EXECUTE = 0x45;
const SIMPLE_QUERY = 0x51;
const SYNC = 0x53;

/** Stands between a server and its PostgreSQL and counts messages of the protocol. */
export async function countMessages(databaseUrl: string): Promise<MessageCounter> {
  const target = new URL(databaseUrl);
  let [statements, roundTrips] = [0, 0];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
    let rest = Buffer.alloc(0);
    let isGreeted = false;
    near.on('data', (chunk: Buffer) => {
      far.write(chunk);
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        // The first message of a connection has no letter before its length.
        const head = isGreeted ? 1 : 0;
        if (rest.length < head + 4) return;
        const length = head + rest.readUInt32BE(head);
        if (rest.length < length) return;
        const kind = isGreeted ? rest[0] : 0;
        if (kind === EXECUTE || kind === SIMPLE_QUERY) statements += 1;
        if (kind === SYNC || kind === SIMPLE_QUERY) roundTrips += 1;
        isGreeted = true;
        rest = rest.subarray(length);
      }
    });
    far.on('data', (chunk: Buffer) => near.write(chunk));
    for (const [one, other] of [[near, far], [far, near]] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  return {
    url: url.href,
    take() {
      const taken = { statements, roundTrips };
      [statements, roundTrips] = [0, 0];
      return taken;
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
