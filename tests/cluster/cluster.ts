import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { type Child, isAlive, startChild } from '#tests/support/process/child-process.ts';
import { freePort } from '#tests/support/process/child-server.ts';

import { etcdArguments, haproxyConfiguration, type Node, patroniConfiguration } from './configuration.ts';
import type { Programs } from './packages.ts';

const NODES = 3;
const LONGEST_WAIT_MS = 180_000;
const LOOK_EVERY_MS = 200;

export interface Cluster extends AsyncDisposable {
  /** Through haproxy, to whoever is the primary. */
  url: string;
  /** Through haproxy, to one of the others. */
  replicaUrl: string;
  /** Ends a node as a power cut does: Patroni, PostgreSQL and all that belongs to it. */
  killPrimary(): Promise<{ name: string }>;
  /** Starts a dead node again. */
  revive(name: string): void;
  /** Resolves when there is one primary, and all others follow it. */
  whole(): Promise<void>;
  primary(): Promise<string | null>;
  /** The last words of each process, for whoever looks for a reason. */
  output(): string;
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** Under user postgres where we may choose: PostgreSQL refuses root. */
export async function startCluster(programs: Programs): Promise<Cluster> {
  const isRoot = process.getuid?.() === 0;
  const home = await mkdtemp(join(tmpdir(), 'comboi-cluster-'));
  const children = new Map<string, Child>();
  const start = (name: string, program: string, args: readonly string[]): void => {
    const as = isRoot ? [programs.setpriv, '--reuid', 'postgres', '--regid', 'postgres', '--init-groups', program] : [program];
    children.set(name, startChild(as[0]!, [...as.slice(1), ...args], { cwd: home, env: { HOME: home, LANG: 'C.UTF-8' } }));
  };
  const passwords = { superuser: randomBytes(12).toString('hex'), replication: randomBytes(12).toString('hex'), owner: randomBytes(12).toString('hex') };
  const nodes: Node[] = [];
  for (let n = 1; n <= NODES; n += 1) nodes.push({ name: `node${n}`, postgresPort: await freePort(), restPort: await freePort(), folder: join(home, `node${n}`) });
  const etcdPort = await freePort();
  const ports = { primary: await freePort(), replica: await freePort() };

  await writeFile(join(home, 'haproxy.cfg'), haproxyConfiguration(nodes, ports));
  for (const node of nodes) {
    await mkdir(node.folder, { mode: 0o700 });
    await writeFile(join(home, `${node.name}.yml`), patroniConfiguration(node, { etcdPort, binaries: programs.postgres, passwords }));
  }
  if (isRoot) await startChild('/bin/chown', ['-R', 'postgres:postgres', home], { cwd: '/' }).ended;
  await chmod(home, 0o755);

  start('etcd', programs.etcd, etcdArguments({ folder: join(home, 'etcd'), clientPort: etcdPort, peerPort: await freePort() }));
  const revive = (name: string): void => start(name, programs.patroni, [join(home, `${name}.yml`)]);
  for (const { name } of nodes) revive(name);
  start('haproxy', programs.haproxy, ['-f', join(home, 'haproxy.cfg'), '-db']);

  const members = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => null);
      if (answer?.ok === true) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const leader = async (): Promise<string | null> => {
    for (const { name, restPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/primary`).catch(() => null);
      if (answer?.ok === true) return name;
    }
    return null;
  };

  const cluster: Cluster = {
    url: `postgres://comboi:${passwords.owner}@127.0.0.1:${ports.primary}/comboi`,
    replicaUrl: `postgres://comboi:${passwords.owner}@127.0.0.1:${ports.replica}/comboi`,
    revive,
    primary: leader,
    async killPrimary() {
      const name = await leader();
      const node = nodes.find((one) => one.name === name);
      if (!node) throw new Error('There is no primary to kill');
      const pids = await postgresProcesses(node);
      children.get(node.name)!.send('SIGKILL', 'group');
      for (const pid of pids) killIfThere(pid);
      await until(async () => pids.every((pid) => !isAlive(pid)), `${node.name} to be dead`);
      return { name: node.name };
    },
    async whole() {
      await until(async () => {
        const all = await members();
        const isStreaming = ({ role, state }: Member): boolean => role === 'leader' || (/^(running|streaming)$/.test(state) && role !== 'leader');
        return all.length === NODES && all.filter(({ role }) => role === 'leader').length === 1 && all.some(({ role }) => role === 'sync_standby') && all.every(isStreaming) && new Set(all.map(({ timeline }) => timeline)).size === 1;
      }, 'the cluster to be whole');
    },
    output: () => [...children].map(([name, child]) => `--- ${name}\n${child.output().split('\n').slice(-25).join('\n')}`).join('\n'),
    async [Symbol.asyncDispose]() {
      const pids = (await Promise.all(nodes.map(postgresProcesses))).flat();
      for (const child of children.values()) child.send('SIGKILL', 'group');
      for (const pid of pids) killIfThere(pid);
      await until(async () => pids.every((pid) => !isAlive(pid)), 'the cluster to end');
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };

  try {
    await cluster.whole();
    await makeDatabase({ url: Object.assign(new URL(cluster.url), { username: 'postgres', password: passwords.superuser, pathname: '/postgres' }).href, password: passwords.owner });
    return cluster;
  } catch (error) {
    const said = cluster.output();
    await cluster[Symbol.asyncDispose]();
    throw new Error(said, { cause: error });
  }
}

async function makeDatabase({ url, password }: { url: string; password: string }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await until(async () => {
    const probe = new pg.Client({ connectionString: url });
    probe.on('error', () => {});
    return probe.connect().then(
      () => probe.end().then(() => true),
      () => false,
    );
  }, 'haproxy to know the primary');
  await client.connect();
  await client.query(`create role comboi login password '${password}'`);
  await client.query('create database comboi owner comboi');
  await client.end();
}

/** PostgreSQL's processes make sessions of their own, so no group holds them together. */
async function postgresProcesses(node: Node): Promise<number[]> {
  const file = await readFile(join(node.folder, 'data/postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number(file.split('\n')[0]);
  if (!postmaster || !isAlive(postmaster)) return [];
  const pids = [postmaster];
  for (const entry of await readdir('/proc')) {
    const stat = /^\d+$/.test(entry) ? await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '') : '';
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster) pids.push(Number(entry));
  }
  return pids;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself when its parent did.
  }
}

export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
    if (await isSo()) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`Waited in vain for ${what}`);
}
