import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, inject, test } from 'vitest';

import { statusOf } from '#tests/support/process/child-server.ts';
import { residentMb } from '#tests/support/process/resident.ts';
import { startServerOnShared } from '#tests/support/process/shared-server.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

const LONGEST_MS = 180_000;
const WORD_EVERY_MS = 1_000;
/** By the server. */
const SILENCE_ALLOWED_MS = 120_000;
const PIPELINED_ALLOWED = 8;
const LOOKED_FOR_MS = 15_000;

interface Dawdler {
  socket: Socket;
  closedAfterMs: number | null;
}

/** Says `first`, and then a little more each second, without ever coming to an end. */
function dawdle(url: string, { first, more }: { first: string; more: string }): Dawdler {
  const { hostname, port } = new URL(url);
  const begun = performance.now();
  const one: Dawdler = { socket: connect(Number(port), hostname), closedAfterMs: null };
  one.socket.write(first);
  const talk = setInterval(() => one.socket.write(more), WORD_EVERY_MS);
  one.socket.on('error', () => {});
  one.socket.resume();
  one.socket.on('close', () => {
    clearInterval(talk);
    one.closedAfterMs = performance.now() - begun;
  });
  return one;
}

test('clients that never finish a request are cut off, and everybody else is served meanwhile', async () => {
  const each = count({ test: 60, soak: 500 });
  await using server = await startServerOnShared();
  const host = new URL(server.url).host;
  const dawdlers = Array.from({ length: each }, () => [
    dawdle(server.url, { first: `GET / HTTP/1.1\r\nHost: ${host}\r\n`, more: 'X-More: 1\r\n' }),
    dawdle(server.url, { first: `POST /api/orders HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`, more: ' ' }),
  ]).flat();
  const times: number[] = [];
  const begun = performance.now();
  while (dawdlers.some(({ closedAfterMs }) => closedAfterMs === null) && performance.now() - begun < LONGEST_MS) {
    const requestedAt = performance.now();
    expect(await statusOf(`${server.url}/tickets`)).toBe(200);
    times.push(performance.now() - requestedAt);
    await pause(100);
  }
  const closed = dawdlers.flatMap(({ closedAfterMs }) => closedAfterMs ?? []);
  for (const { socket } of dawdlers) socket.destroy();
  figure('M1 M2 slow clients cut off', `${closed.length} of ${dawdlers.length}, the last after ${(Math.max(...closed) / 1000).toFixed(1)} s`);
  figure('M1 page meanwhile, slowest', `${Math.round(Math.max(...times))} ms`);
  expect(closed).toHaveLength(dawdlers.length);
});

test.runIf(inject('soak'))('clients that never read what they asked for are cut off as well', async () => {
  const clients = count({ test: 20, soak: 50 });
  await using server = await startServerOnShared();
  const page = await (await fetch(`${server.url}/tickets`)).text();
  const script = /\/assets\/[\w.-]+\.js/.exec(page)![0];
  const { host, hostname, port } = new URL(server.url);
  const wanted = `GET ${script} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  let closed = 0;
  const sockets = Array.from({ length: clients }, () => {
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => (closed += 1));
    socket.write(wanted.repeat(PIPELINED_ALLOWED));
    return socket;
  });
  await pause(SILENCE_ALLOWED_MS + LOOKED_FOR_MS);
  const memory = await residentMb(server.pid);
  // Whoever was cut off learns it after what is still on its way.
  for (const socket of sockets) socket.resume();
  const ended = performance.now();
  while (closed < clients && performance.now() - ended < LOOKED_FOR_MS) await pause(100);
  const cutOff = closed;
  for (const socket of sockets) socket.destroy();
  figure('M2 clients that never read, cut off', `${cutOff} of ${clients}, ${memory} MB of the server meanwhile`);
  expect(await statusOf(`${server.url}/tickets`)).toBe(200);
  expect(cutOff).toBe(clients);
});

test.runIf(inject('soak'))('ten thousand connections at rest cost others nothing, and are closed in the end', async () => {
  const connections = count({ test: 100, soak: 10_000 });
  await using server = await startServerOnShared();
  const { host, hostname, port } = new URL(server.url);
  const before = await residentMb(server.pid);
  let closed = 0;
  const sockets: Socket[] = [];
  while (sockets.length < connections) {
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        socket.resume();
        socket.on('error', () => {});
        socket.on('close', () => (closed += 1));
        await once(socket, 'connect');
        // The others never say a word.
        if (sockets.length % 2 === 0) socket.write(`GET /health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      }),
    );
  }
  const memory = await residentMb(server.pid);
  const times: number[] = [];
  const begun = performance.now();
  while (closed < connections && performance.now() - begun < 2 * LONGEST_MS + LOOKED_FOR_MS) {
    const requestedAt = performance.now();
    expect(await statusOf(`${server.url}/tickets`)).toBe(200);
    times.push(performance.now() - requestedAt);
    await pause(100);
  }
  const seconds = (performance.now() - begun) / 1_000;
  for (const socket of sockets) socket.destroy();
  const slow = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
  figure('M2 connections at rest, closed by the server', `${closed} of ${connections} within ${seconds.toFixed(0)} s, ${(((memory - before) * 1024) / connections).toFixed(1)} kB of the server for each, p95 of a page meanwhile ${Math.round(slow)} ms`);
  expect(closed).toBe(connections);
});

test('who asks for much without waiting for answers is cut off', async () => {
  await using server = await startServerOnShared();
  const { host, hostname, port } = new URL(server.url);
  const closed = await new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => resolve(true));
    socket.write(`GET /tickets HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(100));
  });
  figure('M2 pipelines of 100 requests cut off', `${closed ? 1 : 0} of 1`);
  expect(await statusOf(`${server.url}/tickets`)).toBe(200);
});

test('methods that nobody declared are refused, whatever they are called', async () => {
  await using server = await startServerOnShared();
  const answers: string[] = [];
  for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'PURGE']) {
    for (const path of ['/', '/api/orders', '/api/events?id=1&id=2', '/admin']) {
      const status = await new Promise<number>((resolve, reject) => void request(server.url + path, { method }, (answer) => resolve(answer.resume().statusCode!)).on('error', reject).end());
      if (status !== 405 && status !== 400) answers.push(`${method} ${path}: ${status}`);
    }
  }
  figure('M12 odd methods accepted', `${answers.length} of 20`);
  expect(answers).toEqual([]);
});
