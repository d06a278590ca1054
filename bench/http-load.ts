import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

export interface LoadResult {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  failures: number;
  answered: number;
}

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Load {
  port: number;
  milliseconds: number;
  expected: number | readonly number[];
  call: (n: number) => Call;
}

interface ClosedLoad extends Load {
  clients: number;
  most?: number;
  thinkMs?: number;
}

export async function load(options: ClosedLoad): Promise<LoadResult> {
  const { most = Number.POSITIVE_INFINITY, thinkMs = 0 } = options;
  const book = bookOf(options);
  const client = async (at: number): Promise<void> => {
    if (thinkMs > 0) await pause((at / options.clients) * thinkMs);
    const connection = connectionTo(options.port);
    while (performance.now() - book.startedAt < options.milliseconds && book.sent() < most) {
      const begun = performance.now();
      book.note(await connection.send(options.call(book.next())), begun);
      if (thinkMs > 0) await pause(thinkMs);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: options.clients }, (_, at) => client(at)));
  return book.result();
}

const TICK_MS = 5;

export async function openLoad(options: Load & { perSecond: number }): Promise<LoadResult> {
  const book = bookOf(options);
  const idle: Connection[] = [];
  const under: Promise<void>[] = [];
  const total = Math.floor((options.perSecond * options.milliseconds) / 1000);
  const one = async (due: number): Promise<void> => {
    const connection = idle.pop() ?? connectionTo(options.port);
    book.note(await connection.send(options.call(book.next())), due);
    idle.push(connection);
  };
  while (under.length < total) {
    const elapsed = performance.now() - book.startedAt;
    while (under.length < total && (under.length * 1000) / options.perSecond <= elapsed) under.push(one(book.startedAt + (under.length * 1000) / options.perSecond));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(under);
  for (const connection of idle) connection.close();
  return book.result();
}

function bookOf({ expected }: Load) {
  const right = typeof expected === 'number' ? [expected] : expected;
  const times: number[] = [];
  let failures = 0;
  let sent = 0;
  const startedAt = performance.now();
  return {
    startedAt,
    sent: (): number => sent,
    next: (): number => (sent += 1),
    note(status: number, since: number): void {
      if (right.includes(status)) times.push(performance.now() - since);
      else failures += 1;
    },
    result(): LoadResult {
      const seconds = (performance.now() - startedAt) / 1000;
      const sorted = times.toSorted((a, b) => a - b);
      return { perSecond: times.length / seconds, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), p99: percentile(sorted, 0.99), failures, answered: times.length };
    },
  };
}

interface Connection {
  send(call: Call): Promise<number>;
  close(): void;
}

/** As little as a client can be, so that the load costs the machine little beside the server: one keep-alive connection, one call at a time. */
function connectionTo(port: number): Connection {
  let socket: Socket | null = null;
  let received = '';
  let answered: ((status: number) => void) | null = null;

  function open(): Socket {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    opened.setEncoding('latin1');
    opened.on('data', (chunk: string) => {
      received += chunk;
      if (!isWhole(received)) return;
      const status = Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      received = '';
      answered?.(status);
    });
    opened.on('error', () => {});
    opened.on('close', () => {
      socket = null;
      answered?.(0);
    });
    return opened;
  }

  return {
    async send({ method, path, headers = {}, body }) {
      socket ??= open();
      const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
      if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
      const words = `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
      return new Promise((resolve) => {
        answered = resolve;
        socket!.write(words);
      });
    },
    close: () => void socket?.destroy(),
  };
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end));
  return length ? received.length >= end + 4 + Number(length[1]) : received.endsWith('\r\n0\r\n\r\n');
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values.toSorted((a, b) => a - b), 0.5);
}
