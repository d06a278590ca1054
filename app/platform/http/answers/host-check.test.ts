import { networkInterfaces } from 'node:os';

import { expect, test } from 'vitest';

import { isOurHost } from './host-check.server.ts';

const SITE = { publicUrl: new URL('https://comboi.example'), demo: false, host: '127.0.0.1' };

test('ours are the public name and loopback, and no other', () => {
  const hosts = ['comboi.example', 'localhost', '127.0.0.1', '127.8.9.10', '[::1]', 'evil.example', 'comboi.example.evil.example', 'sub.comboi.example', '0.0.0.0', '10.0.0.7', '[2001:db8::1]', 'localhost.evil.example', '127.0.0.1.evil.example'];
  expect(hosts.filter((name) => isOurHost(name, SITE))).toEqual(['comboi.example', 'localhost', '127.0.0.1', '127.8.9.10', '[::1]']);
});

test('a demo that listens everywhere is found by the addresses of its machine', () => {
  const [own] = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address));
  const open = { publicUrl: new URL('http://localhost:3000'), demo: true, host: '0.0.0.0' };
  const hosts = [...(own === undefined ? [] : [own]), '203.0.113.99'];
  expect(hosts.map((name) => isOurHost(name, open))).toEqual([...(own === undefined ? [] : [true]), false]);
  expect(hosts.map((name) => isOurHost(name, { ...open, demo: false }))).toEqual(hosts.map(() => false));
  expect(hosts.map((name) => isOurHost(name, { ...open, host: '127.0.0.1' }))).toEqual(hosts.map(() => false));
});
