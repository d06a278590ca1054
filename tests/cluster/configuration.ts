/* What three nodes of Patroni, their etcd and their haproxy are told. Nothing here touches the machine. */

export interface Node {
  name: string;
  postgresPort: number;
  restPort: number;
  folder: string;
}

export interface Passwords {
  superuser: string;
  replication: string;
}

const LOCALHOST = '127.0.0.1';
/** The shortest that Patroni takes: a primary that is silent for so long has lost its place. */
const TTL_S = 20;
const LOOP_S = 5;

/** One member, which is enough for what is played: the machine that dies is the database's. */
export function etcdArguments({ folder, clientPort, peerPort }: { folder: string; clientPort: number; peerPort: number }): string[] {
  const [client, peer] = [`http://${LOCALHOST}:${clientPort}`, `http://${LOCALHOST}:${peerPort}`];
  const options = {
    name: 'etcd1',
    'data-dir': folder,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd1=${peer}`,
  };
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
}

/** Strict: without a second copy of a commit nobody is told that it happened. JSON is YAML too. */
export function patroniConfiguration(node: Node, parts: { etcdPort: number; binaries: string; passwords: Passwords }): string {
  const { etcdPort, binaries, passwords } = parts;
  return JSON.stringify(
    {
      scope: 'comboi',
      name: node.name,
      restapi: { listen: `${LOCALHOST}:${node.restPort}`, connect_address: `${LOCALHOST}:${node.restPort}` },
      etcd3: { host: `${LOCALHOST}:${etcdPort}` },
      bootstrap: {
        dcs: {
          ttl: TTL_S,
          loop_wait: LOOP_S,
          retry_timeout: LOOP_S,
          maximum_lag_on_failover: 1_048_576,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, synchronous_commit: 'on', wal_keep_size: '256MB' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `${LOCALHOST}:${node.postgresPort}`,
        connect_address: `${LOCALHOST}:${node.postgresPort}`,
        data_dir: `${node.folder}/data`,
        bin_dir: binaries,
        pgpass: `${node.folder}/pgpass`,
        parameters: { unix_socket_directories: node.folder },
        pg_hba: [`host replication replicator ${LOCALHOST}/32 scram-sha-256`, `host all all ${LOCALHOST}/32 scram-sha-256`],
        authentication: {
          superuser: { username: 'postgres', password: passwords.superuser },
          replication: { username: 'replicator', password: passwords.replication },
        },
      },
    },
    null,
    2,
  );
}

/** Asks each node's Patroni what it is, and hangs up on one that no longer is it. */
export function haproxyConfiguration(nodes: readonly Node[], ports: { primary: number; replica: number }): string {
  const listen = (role: keyof typeof ports): string[] => [
    `listen ${role}`,
    `  bind ${LOCALHOST}:${ports[role]}`,
    `  option httpchk OPTIONS /${role}`,
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(({ name, postgresPort, restPort }) => `  server ${name} ${LOCALHOST}:${postgresPort} check port ${restPort}`),
  ];
  return [
    'global',
    '  maxconn 1000',
    'defaults',
    '  mode tcp',
    '  retries 2',
    '  timeout connect 4s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 4s',
    ...listen('primary'),
    ...listen('replica'),
    '',
  ].join('\n');
}
