import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { type Child, isAlive, startChild } from '#tests/support/process/child-process.ts';
import { freePort } from '#tests/support/process/child-server.ts';
import { type TcpProxy, tcpProxy, type Way } from '#tests/support/process/between/tcp-proxy.ts';

import { type EtcdInterface, type EtcdMember, etcdEnvironment, haproxyConfiguration, type Node, patroniConfiguration, pgbouncerConfiguration } from './configuration.ts';
import { postgresProcesses, signalIfThere, until } from './machine.ts';
import type { Programs } from './packages.ts';

const NODES = 3;
const PATIENCE_MS = 2_000;

export interface Cluster extends AsyncDisposable {
  /** Through haproxy, to whoever is the primary. */
  url: string;
  /** Through PgBouncer and haproxy, to whoever is the primary. */
  pooledUrl: string;
  /** Through haproxy, to one of the others. */
  replicaUrl: string;
  /** Ends a node as a power cut does: Patroni, PostgreSQL and all that belongs to it. */
  killPrimary(): Promise<Undo>;
  /** Stops all processes of a node, as when its virtual machine is paused. */
  freezePrimary(): Promise<Undo>;
  stopEtcd(): Promise<Undo>;
  /** One way; `there`: the primary's requests do not arrive. */
  cutFromEtcd(way: Way): Promise<Undo>;
  /** One way, the primary and its synchronous standby alone; `there`: the standby's receipts do not arrive. */
  cutFromStandby(way: Way): Promise<Undo>;
  /** From now on nothing that it writes reaches another node. */
  cutFromAll(): Promise<Undo>;
  restartPooler(): Promise<void>;
  /** Resolves when there is one primary, and all others follow it. */
  whole(options?: { isSynchronous: boolean }): Promise<void>;
  primary(): Promise<string | null>;
  /** The one without whose receipt no commit is told. */
  standby(): Promise<string | null>;
  /** Whether the primary goes on without etcd. */
  isWithoutEtcd(): Promise<boolean>;
  /** Changes settings that all nodes share. */
  configure(settings: Record<string, unknown>): Promise<void>;
  /** The last words of each process, for whoever looks for a reason. */
  output(): string;
}

export type Undo = () => void;

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** Under user postgres where we may choose: PostgreSQL refuses root. */
export async function startCluster(programs: Programs, { etcdInterface = 'etcd' }: { etcdInterface?: EtcdInterface } = {}): Promise<Cluster> {
  const isRoot = process.getuid?.() === 0;
  const home = await mkdtemp(join(tmpdir(), 'comboi-cluster-'));
  const children = new Map<string, Child>();
  const start = (name: string, program: string, { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> }): Child => {
    const as = isRoot ? [programs.setpriv, '--reuid', 'postgres', '--regid', 'postgres', '--init-groups', program] : [program];
    const child = startChild(as[0]!, [...as.slice(1), ...args], { cwd: home, env: { HOME: home, LANG: 'C.UTF-8', ...env } });
    children.set(name, child);
    return child;
  };
  const passwords = { superuser: randomBytes(12).toString('hex'), replication: randomBytes(12).toString('hex'), owner: randomBytes(12).toString('hex') };
  const etcd: EtcdMember[] = [];
  for (let n = 1; n <= NODES; n += 1) etcd.push({ name: `etcd${n}`, clientPort: await freePort(), peerPort: await freePort(), folder: join(home, `etcd${n}`) });

  const proxies: TcpProxy[] = [];
  const proxyTo = async (port: number): Promise<TcpProxy> => {
    const proxy = await tcpProxy({ host: '127.0.0.1', port });
    proxies.push(proxy);
    return proxy;
  };
  const nodes: (Node & { toEtcd: TcpProxy[]; replication: TcpProxy })[] = [];
  for (let n = 1; n <= NODES; n += 1) {
    const [postgresPort, restPort] = [await freePort(), await freePort()];
    const toEtcd = await Promise.all(etcd.map(({ clientPort }) => proxyTo(clientPort)));
    const replication = await proxyTo(postgresPort);
    nodes.push({ name: `node${n}`, postgresPort, restPort, folder: join(home, `node${n}`), toEtcd, replication, etcdPorts: toEtcd.map(({ port }) => port), replicationPort: replication.port });
  }
  const ports = { primary: await freePort(), replica: await freePort(), pooler: await freePort() };

  await writeFile(join(home, 'haproxy.cfg'), haproxyConfiguration(nodes, ports));
  await writeFile(join(home, 'userlist.txt'), `"comboi" "${passwords.owner}"\n`);
  await writeFile(join(home, 'pgbouncer.ini'), pgbouncerConfiguration({ port: ports.pooler, primary: ports.primary, users: join(home, 'userlist.txt') }));
  for (const node of nodes) {
    await mkdir(node.folder, { mode: 0o700 });
    await writeFile(join(home, `${node.name}.yml`), patroniConfiguration(node, { binaries: programs.postgres, passwords, etcdInterface }));
  }
  if (isRoot) await startChild('/bin/chown', ['-R', 'postgres:postgres', home], { cwd: '/' }).ended;
  await chmod(home, 0o755);

  const startEtcd = (): void => {
    for (const member of etcd) start(member.name, programs.etcd, { env: etcdEnvironment(member, etcd) });
  };
  const startNode = ({ name }: Node): Child => start(name, programs.patroni, { args: [join(home, `${name}.yml`)] });
  const startPooler = (): Child => start('pgbouncer', programs.pgbouncer, { args: [join(home, 'pgbouncer.ini')] });
  startEtcd();
  for (const node of nodes) startNode(node);
  start('haproxy', programs.haproxy, { args: ['-f', join(home, 'haproxy.cfg'), '-db'] });
  startPooler();

  const ask = (node: Node, path: string, init: RequestInit = {}): Promise<Response | null> =>
    fetch(`http://127.0.0.1:${node.restPort}${path}`, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  const members = async (): Promise<Member[]> => {
    for (const node of nodes) {
      const answer = await ask(node, '/cluster');
      if (answer?.ok === true) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const firstWhoIs = async (path: string): Promise<(typeof nodes)[number] | undefined> => {
    for (const node of nodes) if ((await ask(node, path))?.ok === true) return node;
    return undefined;
  };
  const theOne = async (path: string): Promise<(typeof nodes)[number]> => {
    const node = await firstWhoIs(path);
    if (!node) throw new Error(`No node is ${path}`);
    return node;
  };
  const allOf = async (node: Node): Promise<number[]> => [children.get(node.name)!.pid, ...(await postgresProcesses(node.folder))];

  const cluster: Cluster = {
    url: `postgres://comboi:${passwords.owner}@127.0.0.1:${ports.primary}/comboi`,
    pooledUrl: `postgres://comboi:${passwords.owner}@127.0.0.1:${ports.pooler}/comboi`,
    replicaUrl: `postgres://comboi:${passwords.owner}@127.0.0.1:${ports.replica}/comboi`,
    primary: async () => (await firstWhoIs('/primary'))?.name ?? null,
    standby: async () => (await firstWhoIs('/synchronous'))?.name ?? null,
    async isWithoutEtcd() {
      const answer = await ask(await theOne('/primary'), '/patroni');
      return ((await answer?.json()) as { failsafe_mode_is_active?: boolean } | undefined)?.failsafe_mode_is_active === true;
    },
    async killPrimary() {
      const node = await theOne('/primary');
      const pids = await postgresProcesses(node.folder);
      children.get(node.name)!.send('SIGKILL', 'group');
      for (const pid of pids) signalIfThere(pid, 'SIGKILL');
      await until(async () => pids.every((pid) => !isAlive(pid)), `${node.name} to be dead`);
      return () => void startNode(node);
    },
    async freezePrimary() {
      const node = await theOne('/primary');
      const stopped = new Set<number>();
      // One that was started meanwhile is stopped in the next round.
      for (let pids = await allOf(node); pids.some((pid) => !stopped.has(pid)); pids = await allOf(node)) {
        for (const pid of pids) {
          signalIfThere(pid, 'SIGSTOP');
          stopped.add(pid);
        }
      }
      return () => {
        for (const pid of stopped) signalIfThere(pid, 'SIGCONT');
      };
    },
    async stopEtcd() {
      const running = etcd.map(({ name }) => children.get(name)!);
      for (const child of running) child.send('SIGTERM');
      await Promise.all(running.map(({ ended }) => ended));
      return startEtcd;
    },
    async cutFromEtcd(way) {
      const { toEtcd } = await theOne('/primary');
      for (const proxy of toEtcd) proxy.hold(way);
      return () => {
        for (const proxy of toEtcd) proxy.heal();
      };
    },
    async cutFromStandby(way) {
      const [{ replication }, standby] = [await theOne('/primary'), await theOne('/synchronous')];
      replication.hold(way, standby.name);
      return () => replication.heal();
    },
    async cutFromAll() {
      const { replication } = await theOne('/primary');
      replication.hold('back');
      return () => replication.heal();
    },
    async restartPooler() {
      const pooler = children.get('pgbouncer')!;
      pooler.send('SIGKILL');
      await pooler.ended;
      startPooler();
    },
    async whole({ isSynchronous } = { isSynchronous: true }) {
      await until(async () => {
        const all = await members();
        const isStreaming = ({ role, state }: Member): boolean => role === 'leader' || (/^(running|streaming)$/.test(state) && role !== 'leader');
        return all.length === NODES && all.filter(({ role }) => role === 'leader').length === 1 && all.some(({ role }) => role === 'sync_standby') === isSynchronous && all.every(isStreaming) && new Set(all.map(({ timeline }) => timeline)).size === 1;
      }, 'the cluster to be whole');
    },
    async configure(settings) {
      const answer = await ask(await theOne('/primary'), '/config', { method: 'PATCH', body: JSON.stringify(settings) });
      if (answer?.ok !== true) throw new Error(`Patroni took no settings: ${answer?.status}`);
    },
    output: () => [...children].map(([name, child]) => `--- ${name}\n${child.output().split('\n').slice(-25).join('\n')}`).join('\n'),
    async [Symbol.asyncDispose]() {
      const pids = (await Promise.all(nodes.map(({ folder }) => postgresProcesses(folder)))).flat();
      for (const child of children.values()) child.send('SIGKILL', 'group');
      for (const pid of pids) signalIfThere(pid, 'SIGKILL');
      await until(async () => pids.every((pid) => !isAlive(pid)), 'the cluster to end');
      await Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]()));
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };

  try {
    await cluster.whole();
    await makeDatabase({ url: Object.assign(new URL(cluster.url), { username: 'postgres', password: passwords.superuser, pathname: '/postgres' }).href, password: passwords.owner });
    return cluster;
  } catch (error) {
    const output = cluster.output();
    await cluster[Symbol.asyncDispose]();
    throw new Error(output, { cause: error });
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
