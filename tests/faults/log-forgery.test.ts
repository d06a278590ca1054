import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { startServerOnShared } from '#tests/support/process/shared-server.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { aSmtpServer } from '#tests/support/smtp/smtp-server.ts';

const MARK = 'FORGED';
/** What would begin a line of its own, colour a terminal, clear it or end the text. */
const BREAKS = ['\r\n', '\n', '\r', '\u001b[31m', '\u001b[2J', '\u009b2J', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0', '\b\b\b'];
/** What the server writes itself: the time and a level, or the place of an error in the sources. */
const OWN_LINE = /^(\d\d:\d\d:\d\d |\s*$| {2}|\s+at )/;

/** Sends bytes as they are, which no client would: their answers don't matter. */
async function sendRaw(url: string, head: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.end(Buffer.from(`${head}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`, 'latin1'));
  await text(socket).catch(() => '');
}

test('a request for two hosts is refused', async () => {
  await using server = await startServerOnShared();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.end('GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: evil.example\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
});

test('nothing that a stranger sends begins or colours a line of the log', async () => {
  const smtp = await aSmtpServer('no_such_box');
  await using server = await startServerOnShared({ env: { SMTP_URL: smtp.url, COMBOI_RATE_LIMITS: '0' } });
  for (const broken of BREAKS) {
    const forged = `x${broken}12:00:00 ERROR ${MARK}`;
    const coded = encodeURIComponent(forged);
    await sendRaw(server.url, `GET /api/orders/${coded} HTTP/1.1\r\nUser-Agent: ${forged}\r\nX-Request-Id: ${forged}\r\nX-Forwarded-For: ${forged}`);
    await sendRaw(server.url, `GET /no/${forged} HTTP/1.1`);
    await sendRaw(server.url, `${forged} / HTTP/1.1`);
    for (const body of [{ email: forged }, { email: `${forged}@example.com` }, { userName: forged }, { tickets: [{ note: forged }] }]) {
      await fetch(`${server.url}/api/orders`, { method: 'POST', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'forged-key' }, body: JSON.stringify({ eventId: 1, ...body }) });
    }
    await fetch(`${server.url}/api/session`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: forged, password: forged }) });
    await fetch(`${server.url}/tickets?q=${coded}`, { headers: { 'User-Agent': encodeURI(forged) } });
    await fetch(`${server.url}/login`, { method: 'POST', body: new URLSearchParams({ email: forged, password: forged }), redirect: 'manual' });
  }
  await boughtOnline(server.url, { event: 'Concert de la nit del foc', email: 'ramon@example.com' });
  await server.says(/mail not sent/);
  await server.stop();
  await smtp.close();

  const log = server.output().slice(server.output().indexOf('/dev/mail') + '/dev/mail'.length);
  const lines = log.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
  expect(lines.length).toBeGreaterThan(BREAKS.length * 3);
  const forgeries = lines.filter((line) => !OWN_LINE.test(line) || new RegExp(`^\\d\\d:\\d\\d:\\d\\d ERROR ${MARK}`).test(line));
  expect(forgeries).toEqual([]);
  expect(log).not.toMatch(/[^\P{Cc}\n]/u);
  figure('K9 forged lines in the log', `${forgeries.length} of ${lines.length}`);
});
