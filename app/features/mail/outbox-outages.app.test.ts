import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type MailOutcome, MAILS_AT_ONCE } from '#app/platform/adapters/mail/mailer.server.ts';
import { smtpMailer } from '#app/platform/adapters/mail/smtp-mailer.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { aPaidOrder } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { UNDRAWN } from '#tests/support/smtp/mail-app.ts';
import { aSmtpServer, type TestSmtp } from '#tests/support/smtp/smtp-server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { deliverDueMails } from './service.server.ts';

const MINUTE_MS = 60_000;
/** As many as the job starts. */
const LOOPS = 3;

let app: TestApp;
let smtp: TestSmtp;
let mailDeps: Deps;

beforeAll(async () => {
  app = await aTestApp();
  smtp = await aSmtpServer();
});

// A mailer of its own for each test: connections that are logged in already would not ask for a password again.
beforeEach(() => {
  mailDeps = { ...app.deps, mailer: smtpMailer({ url: `${smtp.url}?rateLimit=10000`, mailFrom: 'Comboi <hola@comboi.example>' }) };
});

afterAll(async () => {
  await smtp.close();
  await app.close();
});

afterEach(async () => {
  await mailDeps.mailer.close();
  await app.db.query.deleteFrom('mails').execute();
  smtp.received.length = 0;
  smtp.manner = 'accept';
});

/** Paid one after the other, a second apart. */
async function buyers(count: number): Promise<string[]> {
  const event = await anEvent(app);
  const emails = Array.from({ length: count }, (_, index) => `buyer${index}@example.com`);
  for (const email of emails) {
    await aPaidOrder(app, { event, body: { email } });
    app.clock.advance(1_000);
  }
  return emails;
}

async function postRound(deps: Deps = mailDeps): Promise<void> {
  while ((await deliverDueMails(deps, { templates: UNDRAWN, limit: 200 })) > 0);
}

function recipients(): string[] {
  return smtp.received.flatMap((mail) => mail.recipients);
}

describe('an hour without a mail server', () => {
  test.each([
    ['busy', { test: 50, soak: 500 }],
    ['bad_login', { test: 10, soak: 100 }],
  ] as const)('(%s) loses and doubles no mail, and the last is there ten minutes after', async (manner, times) => {
    const emails = await buyers(count(times));
    smtp.manner = manner;
    for (let minute = 0; minute < 60; minute += 1) {
      await postRound();
      app.clock.advance(MINUTE_MS);
    }
    expect(smtp.received).toHaveLength(0);
    smtp.manner = 'accept';
    let last = 0;
    for (let minute = 0; minute <= 10; minute += 1) {
      const before = smtp.received.length;
      await postRound();
      if (smtp.received.length > before) last = minute;
      app.clock.advance(MINUTE_MS);
    }
    expect(recipients().toSorted()).toEqual(emails.toSorted());
    const names = new Set(smtp.received.map((mail) => mail.email.messageId)).size;
    expect(names).toBe(emails.length);
    figure(`C1 mails sent after an hour without a server (${manner})`, `${recipients().length} of ${emails.length}, doubled ${recipients().length - names}, last after ${last} min`);
  });

  test('survives a clock that jumps forth and back', async () => {
    const emails = await buyers(10);
    smtp.manner = 'busy';
    for (const jump of [5, -60, 120, -90, 1, 60 * 5, -60 * 4]) {
      await postRound();
      app.clock.advance(jump * MINUTE_MS);
    }
    smtp.manner = 'accept';
    app.clock.advance(60 * 6 * MINUTE_MS);
    await postRound();
    expect(recipients().toSorted()).toEqual(emails.toSorted());
  });
});

describe('several workers on several processes', () => {
  test('send each mail once', async () => {
    const emails = await buyers(count({ test: 50, soak: 500 }));
    const other = await app.another();
    try {
      await Promise.all([mailDeps, { ...mailDeps, db: other.db }, mailDeps, { ...mailDeps, db: other.db }].map((worker) => postRound(worker)));
    } finally {
      await other.close();
    }
    expect(recipients().toSorted()).toEqual(emails.toSorted());
    figure('C5 mails sent by 4 workers of 2 processes', `${recipients().length} of ${emails.length}, doubled ${recipients().length - new Set(recipients()).size}`);
  });
});

test('a server that is told to end lets the mails on their way leave, once, and keeps the others', async () => {
  const emails = await buyers(10);
  const ending = new AbortController();
  const mailer: Deps['mailer'] = {
    ...mailDeps.mailer,
    send(mail) {
      ending.abort();
      return mailDeps.mailer.send(mail);
    },
  };
  await deliverDueMails({ ...mailDeps, mailer }, { templates: UNDRAWN, limit: 200, concurrency: 3, ending: ending.signal });
  expect(recipients().length).toBeLessThanOrEqual(3);
  await postRound();
  expect(recipients().toSorted()).toEqual(emails.toSorted());
});

describe('a rush', () => {
  test('is served in the order in which people paid', async () => {
    const emails = await buyers(30);
    const taken: string[] = [];
    async function send({ to }: { to: string }): Promise<MailOutcome> {
      taken.push(to);
      return { sent: true };
    }
    const noting: Deps = { ...app.deps, mailer: { ...mailDeps.mailer, send } };
    await deliverDueMails(noting, { templates: UNDRAWN, limit: 200, concurrency: 1 });
    expect(taken).toEqual(emails);
  });

  test.each([
    ['ten a second', '', 10],
    ['as many as the address says', '?rateLimit=5', 5],
  ])('leaves at %s', async (_, query, perSecond) => {
    const mailer = smtpMailer({ url: smtp.url + query, mailFrom: 'Comboi <hola@comboi.example>' });
    expect(mailer.perSecond).toBe(perSecond);
    await mailer.close();
  });

  test('leaves no faster than the cap allows, whichever process sends, and none while one that was due before still waits', async () => {
    const emails = await buyers(count({ test: 100, soak: 2_000 }));
    const perSecond = count({ test: 100, soak: 10 });
    const other = await app.another();
    const begun = performance.now();
    const start = app.clock.now().getTime();
    const left: { to: string; at: number }[] = [];
    let overtaken = 0;
    async function send({ id, to }: { id: string; to: string }): Promise<MailOutcome> {
      left.push({ to, at: performance.now() - begun });
      // A row that is locked is being taken at this moment.
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from (
          select from mails earlier join mails sent on sent.id = ${id} and earlier.created_at < sent.created_at
          where earlier.status = 'pending' for update of earlier skip locked) as left_behind`.execute(app.db.query);
      overtaken += rows[0]!.waiting;
      return { sent: true };
    }
    const capped: Deps = { ...mailDeps, clock: { ...app.clock, now: () => new Date(start + performance.now() - begun) }, mailer: { ...mailDeps.mailer, perSecond, send } };
    try {
      await Promise.all([capped, { ...capped, db: other.db }].map((worker) => postRound(worker)));
    } finally {
      await other.close();
    }

    // Late mails may coincide with punctual ones, so as many more as are on their way.
    const onTheirWay = 2 * 4;
    const sentPerWindow = left.map(({ at }, index) => left.slice(index).filter((one) => one.at < at + 10_000 / perSecond).length);
    expect(Math.max(...sentPerWindow)).toBeLessThanOrEqual(10 + 1 + onTheirWay);
    for (const [index, { at }] of left.entries()) expect(at).toBeGreaterThan((1_000 / perSecond) * (index - 1));
    expect(left.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
    expect(overtaken).toBe(0);
    figure(`C10 ${emails.length} mails of 2 processes at ${perSecond} a second`, `${(left.at(-1)!.at / 1_000).toFixed(1)} s, at most ${Math.max(...sentPerWindow)} in the time of ten, overtaken ${overtaken}`);
  });
});

describe('a mail server that needs a second for each mail', () => {
  test('gets as many at once as the cap needs, each once', async () => {
    const emails = await buyers(count({ test: 40, soak: 600 }));
    let atOnce = 0;
    let mostAtOnce = 0;
    const { promise: crowd, resolve: crowded } = Promise.withResolvers<void>();
    smtp.beforeAnswer = async () => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      // A very slow machine may need another second.
      if (atOnce > LOOPS) crowded();
      await Promise.all([pause(1_000), crowd]);
      atOnce -= 1;
    };
    const mailer = smtpMailer({ url: smtp.url, mailFrom: 'Comboi <hola@comboi.example>' });
    const begun = performance.now();
    const start = app.clock.now().getTime();
    const slow: Deps = { ...mailDeps, mailer, clock: { ...app.clock, now: () => new Date(start + performance.now() - begun) } };
    async function loop(): Promise<void> {
      while ((await deliverDueMails(slow, { templates: UNDRAWN, limit: 50, concurrency: MAILS_AT_ONCE / LOOPS })) > 0);
    }
    try {
      await Promise.all(Array.from({ length: LOOPS }, () => loop()));
    } finally {
      smtp.beforeAnswer = null;
      await mailer.close();
    }
    const seconds = (performance.now() - begun) / 1_000;
    expect(recipients().toSorted()).toEqual(emails.toSorted());
    expect(mostAtOnce).toBeGreaterThan(LOOPS);
    expect(mostAtOnce).toBeLessThanOrEqual(MAILS_AT_ONCE);
    figure('C10 mails a second to a mail server that needs a second for each', `${(emails.length / seconds).toFixed(1)}, at most ${mostAtOnce} at once`);
  });
});

describe('what the log says of mails', () => {
  test('names no address, whatever the other side answers', async () => {
    await buyers(2);
    const lines: string[] = [];
    const note = (...parts: unknown[]): void => void lines.push(JSON.stringify(parts, (_, value: unknown) => (value instanceof Error ? String(value) : value)));
    const log = { ...mailDeps.log, warn: note, error: note, info: note, debug: note };
    await deliverDueMails({ ...mailDeps, log, mailer: { ...mailDeps.mailer, send: ({ to }) => Promise.resolve({ sent: false, permanent: false, isUncertain: false, failure: 'refused', reason: `550 <${to}>\r\nforged line` }) } }, { templates: UNDRAWN, limit: 10 });
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).not.toMatch(/@|forged|\n/);
  });
});

describe('asking for the tickets again under a key', () => {
  function resend(orderId: string, key: string): Promise<Response> {
    return app.ask(`/api/orders/${orderId}/resend`, { method: 'POST', headers: { 'Idempotency-Key': key } });
  }

  async function resends(): Promise<number> {
    return (await app.db.query.selectFrom('mails').select('id').where('cause', '=', 'resend').execute()).length;
  }

  test('asks once, however often and at once it is repeated', async () => {
    const { orderId } = await aPaidOrder(app, { event: await anEvent(app) });
    const answers = await Promise.all(Array.from({ length: 10 }, () => resend(orderId, 'resend-key-1')));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 202));
    expect(await resends()).toBe(1);
    app.clock.advance(24 * 60 * MINUTE_MS + 1);
    expect((await resend(orderId, 'resend-key-1')).status).toBe(202);
    expect(await resends()).toBe(2);
  });

  test('is refused for another order, for a key of an order, and for a key that is none', async () => {
    const event = await anEvent(app);
    const placed = await aPaidOrder(app, { event, key: 'order-key-12' });
    const other = await aPaidOrder(app, { event });
    await resend(placed.orderId, 'resend-key-2');
    for (const answer of [await resend(other.orderId, 'resend-key-2'), await resend(placed.orderId, 'order-key-12')]) {
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    }
    expect((await resend(placed.orderId, 'short')).status).toBe(400);
    expect(await resends()).toBe(1);
  });

  test('leaves the key free when it was refused', async () => {
    const { orderId } = await aPaidOrder(app, { event: await anEvent(app) });
    for (const key of ['resend-key-3', 'resend-key-4', 'resend-key-5']) expect((await resend(orderId, key)).status).toBe(202);
    expect((await resend(orderId, 'resend-key-6')).status).toBe(429);
    app.clock.advance(60 * MINUTE_MS);
    expect((await resend(orderId, 'resend-key-6')).status).toBe(202);
    expect(await resends()).toBe(4);
  });
});
