import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  failures: number;
}

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Each client sends its next call once the last one was answered. */
export async function load(options: {
  port: number;
  clients: number;
  milliseconds: number;
  expected: number;
  call: (n: number) => Call;
}): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients });
  const times: number[] = [];
  let failures = 0;
  let sent = 0;
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < options.milliseconds) {
      const before = performance.now();
      sent += 1;
      const status = await once(agent, options.port, options.call(sent));
      if (status === options.expected) times.push(performance.now() - before);
      else failures += 1;
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return { perSecond: times.length / seconds, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), p99: percentile(sorted, 0.99), failures };
}

function once(agent: Agent, port: number, call: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: call.method,
        path: call.path,
        headers: { ...call.headers, ...(call.body !== undefined && { 'Content-Length': Buffer.byteLength(call.body) }) },
      },
      (incoming) => {
        incoming.resume();
        incoming.on('end', () => resolve(incoming.statusCode ?? 0));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(call.body);
  });
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values.toSorted((a, b) => a - b), 0.5);
}
