import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import type { EventDetail, EventSummary } from '#app/features/events/schema.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { type Child, startChild } from '#tests/support/process/child-process.ts';
import { freePort, NODE, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

import { PROFILED_FLAG } from './profile.ts';

export type Rows = [name: string, value: string][];

export interface Instance {
  server: Child;
  port: number;
  seconds: number;
}

export interface MeasuredSite {
  port: number;
  server: Child;
  seconds: number;
  databaseUrl: string;
  dataDir: string;
  event: EventDetail;
  startAnother(databaseUrl?: string, env?: Record<string, string>): Promise<Instance>;
  processorTime(): Record<'servers' | 'database', number>;
}

export async function withDatabase<Result>({ databaseUrl }: Pick<MeasuredSite, 'databaseUrl'>, work: (db: pg.Client) => Promise<Result>): Promise<Result> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

/** The demo as it is shipped, beside a PostgreSQL of its own, without limits of requests. */
export async function withSite(work: (site: MeasuredSite) => Promise<void>, { isProfiled = false }: { isProfiled?: boolean } = {}): Promise<void> {
  const dataDir = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLogger });
  const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  const instances: Instance[] = [];
  const start = async (databaseUrl = postgres.url, env: Record<string, string> = {}): Promise<Instance> => {
    const instance = await startInstance({ COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', TRUST_PROXY: '1', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env }, isProfiled ? [PROFILED_FLAG] : []);
    instances.push(instance);
    return instance;
  };
  try {
    const first = await start();
    await work({
      ...first,
      databaseUrl: postgres.url,
      dataDir,
      event: await hotEvent(first.port),
      startAnother: start,
      processorTime: () => ({ servers: instances.reduce((sum, { server }) => sum + processorTimeOf(server.pid), 0), database: processorTimeOfAll(postmaster) }),
    });
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    for (const { server } of instances) server.send('SIGTERM');
    await Promise.all(instances.map(({ server }) => server.ended));
    await postgres.stop();
    await removeDataDir(dataDir);
  }
}

export async function startInstance(env: Record<string, string>, moreFlags: readonly string[] = []): Promise<Instance> {
  const port = await freePort();
  const { flags, allocator } = await startSettings();
  const startedAt = performance.now();
  const server = startChild(NODE, [...flags, ...moreFlags, 'server.js'], { cwd: ROOT, env: { PORT: String(port), ...allocator, ...env } });
  while ((await statusOf(`http://127.0.0.1:${port}/health/ready`)) !== 200) {
    if (server.hasEnded()) throw new Error(`the server did not start:\n${server.output()}`);
    await pause(20);
  }
  return { server, port, seconds: (performance.now() - startedAt) / 1000 };
}

export async function startSettings(): Promise<{ flags: string[]; allocator: Record<string, string> }> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const words = scripts.start.split(' ');
  const allocator = Object.fromEntries(words.filter((word) => word.startsWith('MALLOC_')).map((word) => word.split('=') as [string, string]));
  return { flags: words.filter((word) => word.startsWith('--')), allocator };
}

async function hotEvent(port: number): Promise<EventDetail> {
  const { events } = (await (await fetch(`http://127.0.0.1:${port}/api/events`)).json()) as { events: EventSummary[] };
  const open = events.find((event) => event.saleStatus === 'open' && event.maxTickets === null && event.price > 0)!;
  return (await (await fetch(`http://127.0.0.1:${port}/api/events/${open.id}`)).json()) as EventDetail;
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

const TICK_MS = 10;

function statOf(pid: number): { parent: number; ms: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return null;
  }
}

export function processorTimeOf(pid: number): number {
  return statOf(pid)?.ms ?? 0;
}

function processorTimeOfAll(parent: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.map(statOf).reduce((sum, stat) => sum + (stat?.parent === parent ? stat.ms : 0), processorTimeOf(parent));
}

export function print(title: string, rows: Rows): void {
  console.log(`\n${title}`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(72)} ${value}`);
}

/** The cookie of somebody of the demo. */
export async function signIn(port: number, email: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/session`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email, password: DEMO_PASSWORD }) });
  if (answer.status !== 204) throw new Error(`the login answered ${answer.status}`);
  return answer.headers.getSetCookie().map((one) => one.split(';')[0]!).join('; ');
}

/** So that those of the round before are none of the next one's. */
export async function endOpenHolds(db: pg.Client): Promise<void> {
  await db.query(`update payments set status = 'expired' where status in ('creating', 'open')`);
  await db.query(`update orders set status = 'cancelled' where status = 'pending_payment'`);
}
