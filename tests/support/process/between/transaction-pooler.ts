import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

import pg from 'pg';

/* Speaks PostgreSQL's protocol as a pooler in transaction mode does: each transaction gets the connection that has rested longest, start-up
   options are refused, and so are statements that only make sense to a session. */

export interface TransactionPooler extends AsyncDisposable {
  url: string;
  /** Statements that were refused. */
  refused: string[];
  transactions(): number;
  /** How many connections to PostgreSQL carried transactions. */
  connectionsUsed(): number;
}

interface Backend {
  stream: Socket;
  used: boolean;
}

const OF_A_SESSION = /^\s*(listen|unlisten|notify\b.*;.*listen|set\s+(?!local\b|transaction\b)|reset|discard|declare\b.*\bwith hold|create\s+temp|prepare|load)\b|pg_(try_)?advisory_lock(_shared)?\s*\(/i;
const PROTOCOL_3 = 196_608;
const KNOWN_PARAMETERS = new Set(['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone', 'standard_conforming_strings']);
const LENGTH_BYTES = 4;

export async function transactionPooler(url: string, { size = 4 }: { size?: number } = {}): Promise<TransactionPooler> {
  const idle: Backend[] = [];
  const waiting: ((backend: Backend) => void)[] = [];
  const all: Backend[] = [];
  const near = new Set<Socket>();
  const refused: string[] = [];
  let transactions = 0;

  /** One that was ended is replaced, as by a pooler that opens them anew. */
  async function openBackend(): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    const backend: Backend = { stream, used: false };
    stream.on('close', () => {
      all.splice(all.indexOf(backend), 1);
      const at = idle.indexOf(backend);
      if (at >= 0) idle.splice(at, 1);
      if (server.listening) void openBackend().catch(() => {});
    });
    all.push(backend);
    release(backend);
  }

  function release(backend: Backend): void {
    const next = waiting.shift();
    if (next) next(backend);
    else idle.push(backend);
  }

  async function lend(): Promise<Backend> {
    const backend = idle.shift() ?? (await new Promise<Backend>((resolve) => waiting.push(resolve)));
    backend.used = true;
    transactions += 1;
    return backend;
  }

  function serve(socket: Socket): void {
    near.add(socket);
    let began = false;
    let backend: Backend | null = null;
    let pending = Buffer.alloc(0);
    let answers = Buffer.alloc(0);
    let work = Promise.resolve();

    function onAnswer(chunk: Buffer): void {
      socket.write(chunk);
      answers = Buffer.concat([answers, chunk]);
      while (answers.length > LENGTH_BYTES) {
        const end = 1 + answers.readInt32BE(1);
        if (answers.length < end) return;
        const isAtRest = answers[0] === code('Z') && answers[1 + LENGTH_BYTES] === code('I');
        answers = answers.subarray(end);
        if (isAtRest && backend) returnToPool(backend);
      }
    }

    function returnToPool(one: Backend): void {
      one.stream.off('data', onAnswer);
      one.stream.off('close', onLoss);
      backend = null;
      release(one);
    }

    const onLoss = (): void => void socket.destroy();

    async function pass(message: Buffer): Promise<void> {
      if (message[0] === code('X')) return void socket.end();
      const statement = statementOf(message);
      if (statement !== null && OF_A_SESSION.test(statement)) {
        refused.push(statement);
        socket.end(errorResponse('0A000', `of a session: ${statement.slice(0, 80)}`));
        return;
      }
      if (backend === null) {
        backend = await lend();
        backend.stream.on('data', onAnswer);
        backend.stream.on('close', onLoss);
      }
      backend.stream.write(message);
    }

    function begin(packet: Buffer): void {
      if (packet.readInt32BE(LENGTH_BYTES) !== PROTOCOL_3) return void socket.write('N');
      began = true;
      const words = packet.subarray(2 * LENGTH_BYTES).toString().split('\0');
      const unknown = words.filter((name, at) => at % 2 === 0 && name !== '' && !KNOWN_PARAMETERS.has(name.toLowerCase()));
      if (unknown.length > 0) return void socket.end(errorResponse('08P01', `unsupported startup parameter: ${unknown[0]}`));
      socket.write(Buffer.concat([message('R', int32(0)), message('S', Buffer.from('server_version\x0018.0\0')), message('S', Buffer.from('client_encoding\0UTF8\0')), message('K', Buffer.alloc(2 * LENGTH_BYTES)), message('Z', Buffer.from('I'))]));
    }

    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const head = began ? 1 : 0;
        if (pending.length < head + LENGTH_BYTES) return;
        const end = head + pending.readInt32BE(head);
        if (pending.length < end) return;
        const packet = Buffer.from(pending.subarray(0, end));
        pending = pending.subarray(end);
        if (began) work = work.then(() => pass(packet));
        else begin(packet);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      near.delete(socket);
      // A transaction that was left open ends with its connection.
      backend?.stream.destroy();
    });
  }

  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (let made = 0; made < size; made += 1) await openBackend();
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const carriers = new Set<Backend>();
  return {
    url: pooled.href,
    refused,
    transactions: () => transactions,
    connectionsUsed() {
      for (const backend of all) if (backend.used) carriers.add(backend);
      return carriers.size;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of near) socket.destroy();
      for (const { stream } of all) stream.destroy();
    },
  };
}

/** Of a simple query, or of one that is parsed; a statement with a name is one of a session too. */
function statementOf(packet: Buffer): string | null {
  const words = packet.subarray(1 + LENGTH_BYTES).toString().split('\0');
  if (packet[0] === code('Q')) return words[0]!;
  if (packet[0] !== code('P')) return null;
  return words[0] === '' ? words[1]! : `prepare ${words[0]!}`;
}

function code(letter: string): number {
  return letter.charCodeAt(0);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeInt32BE(value);
  return bytes;
}

function message(kind: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(kind), int32(body.length + LENGTH_BYTES), body]);
}

function errorResponse(sqlState: string, text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0M${text}\0\0`));
}
