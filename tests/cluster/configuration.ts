import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { ROOT } from '#tests/support/process/child-server.ts';

/* The files of deploy/cluster with the addresses, folders and passwords of what is played. Nothing here touches the machine. */

export interface Node {
  name: string;
  postgresPort: number;
  restPort: number;
  /** Where the others find its PostgreSQL. */
  replicationPort: number;
  folder: string;
  /** Where it finds etcd. */
  etcdPorts: readonly number[];
}

export interface EtcdMember {
  name: string;
  clientPort: number;
  peerPort: number;
  folder: string;
}

export interface Passwords {
  superuser: string;
  replication: string;
}

interface PatroniFile {
  etcd?: { hosts: string[] };
  bootstrap: { dcs: Record<string, unknown> };
  postgresql: { authentication: Record<'superuser' | 'replication', { username: string }> };
}

export type EtcdInterface = 'etcd' | 'etcd3';

const LOCALHOST = '127.0.0.1';
const SOURCES = join(ROOT, 'deploy/cluster');

export function etcdEnvironment(member: EtcdMember, all: readonly EtcdMember[]): Record<string, string> {
  const [client, peer] = [`http://${LOCALHOST}:${member.clientPort}`, `http://${LOCALHOST}:${member.peerPort}`];
  const asShipped = Object.fromEntries(source('etcd.env').split('\n').flatMap((line) => (/^[A-Z]/.test(line) ? [splitOnce(line, '=')] : [])));
  return {
    ...asShipped,
    ETCD_NAME: member.name,
    ETCD_DATA_DIR: member.folder,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: all.map(({ name, peerPort }) => `${name}=http://${LOCALHOST}:${peerPort}`).join(','),
  };
}

/** JSON is YAML too. */
export function patroniConfiguration(node: Node, parts: { binaries: string; passwords: Passwords; etcdInterface?: EtcdInterface }): string {
  const { binaries, passwords, etcdInterface = 'etcd' } = parts;
  const { etcd, ...asShipped } = parse(source('patroni.yml')) as PatroniFile;
  if (!etcd) throw new Error('patroni.yml names no etcd');
  const { superuser, replication } = asShipped.postgresql.authentication;
  const rest = `${LOCALHOST}:${node.restPort}`;
  return JSON.stringify(
    {
      ...asShipped,
      name: node.name,
      restapi: { listen: rest, connect_address: rest },
      // Else it would ask etcd for etcd's own addresses, past the proxies that are cut.
      [etcdInterface]: { hosts: node.etcdPorts.map((port) => `${LOCALHOST}:${port}`), use_proxies: true },
      postgresql: {
        ...asShipped.postgresql,
        listen: `${LOCALHOST}:${node.postgresPort}`,
        connect_address: `${LOCALHOST}:${node.replicationPort}`,
        data_dir: `${node.folder}/data`,
        bin_dir: binaries,
        pgpass: `${node.folder}/pgpass`,
        parameters: { unix_socket_directories: node.folder },
        pg_hba: [`host replication ${replication.username} ${LOCALHOST}/32 scram-sha-256`, `host all all ${LOCALHOST}/32 scram-sha-256`],
        authentication: { superuser: { ...superuser, password: passwords.superuser }, replication: { ...replication, password: passwords.replication } },
      },
    },
    null,
    2,
  );
}

export function haproxyConfiguration(nodes: readonly Node[], ports: { primary: number; replica: number }): string {
  const changes = nodes.map(({ postgresPort, restPort }, n): Change => [`10.0.0.1${n + 1}:5432 check port 8008`, `${LOCALHOST}:${postgresPort} check port ${restPort}`]);
  const unprivileged: Change[] = [['  user haproxy\n', ''], ['  group haproxy\n', '']];
  return changed(source('haproxy.cfg'), [...changes, ...unprivileged, [`bind ${LOCALHOST}:5432`, `bind ${LOCALHOST}:${ports.primary}`], [`bind ${LOCALHOST}:5433`, `bind ${LOCALHOST}:${ports.replica}`]]);
}

export function pgbouncerConfiguration({ port, primary, users }: { port: number; primary: number; users: string }): string {
  return changed(source('pgbouncer.ini'), [
    ['port=5432', `port=${primary}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', users],
  ]);
}

type Change = readonly [from: string, to: string];

function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((so, [from, to]) => {
    if (!so.includes(from)) throw new Error(`«${from}» is not in the file as shipped`);
    return so.replaceAll(from, to);
  }, text);
}

function source(name: string): string {
  return readFileSync(join(SOURCES, name), 'utf8');
}

function splitOnce(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return [text.slice(0, place), text.slice(place + at.length)];
}
