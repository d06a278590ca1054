import { sql, type SqlBool } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { Mailer, MailOutcome, OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { MAIL_TEMPLATES } from '#app/features.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { aPaidOrder, aPlacedOrder, eventNamed, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { aMailApp, type MailApp, UNDRAWN } from '#tests/support/smtp/mail-app.ts';
import type { TestSmtp } from '#tests/support/smtp/smtp-server.ts';

import { deliverDueMails as deliver, enqueueMail, type MailTemplate } from './service.server.ts';

const MINUTE_MS = 60_000;
const LEASE_MS = MINUTE_MS;

let app: MailApp;
let smtp: TestSmtp;
let mailDeps: Deps;

beforeAll(async () => {
  app = await aMailApp();
  ({ smtp, mailDeps } = app);
});

afterAll(() => app.close());

afterEach(async () => {
  app.onCheckpoint('after-send-before-mark', null);
  await app.empty();
});

async function aBuyer(email = 'ramon@example.com'): Promise<PlacedOrder> {
  return aPaidOrder(app, { event: await eventNamed(app, 'Sopar de Germanor'), body: { email } });
}

async function severalBuyers(count: number): Promise<PlacedOrder[]> {
  const buyers: PlacedOrder[] = [];
  for (let index = 0; index < count; index += 1) buyers.push(await aBuyer(`buyer${index}@example.com`));
  return buyers;
}

async function statusOf(order: PlacedOrder): Promise<string> {
  return (await refreshOrder(app, order.orderId)).emailStatus;
}

function deliverDueMails(deps: Deps, options: { limit: number }): Promise<number> {
  return deliver(deps, { templates: MAIL_TEMPLATES, ...options });
}

/** Another way for mail to leave, that says what it is told to. */
function aMailer(send: (mail: OutgoingMail) => Promise<MailOutcome>): Deps {
  const mailer: Mailer = { perSecond: null, send, close: () => Promise.resolve() };
  return { ...app.deps, mailer };
}

describe('the mail of a sale', () => {
  test('is one, however often the sale is settled', async () => {
    const order = await aBuyer();
    await app.db.inTransaction((tx) =>
      enqueueMail(tx, { id: crypto.randomUUID(), kind: 'tickets', cause: 'sale', orderId: order.orderId, recipient: 'ramon@example.com', now: app.clock.now() }),
    );
    await deliverDueMails(mailDeps, { limit: 10 });
    expect(smtp.received).toHaveLength(1);
  });

  test('is not there when its transaction was not', async () => {
    const order = await aPlacedOrder(app, { event: await eventNamed(app, 'Sopar de Germanor') });
    const undone = app.db.inTransaction(async (tx) => {
      await enqueueMail(tx, { id: crypto.randomUUID(), kind: 'tickets', cause: 'sale', orderId: order.orderId, recipient: 'ramon@example.com', now: app.clock.now() });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await deliverDueMails(mailDeps, { limit: 10 })).toBe(0);
  });

  test('does not bring tickets that are valid no more', async () => {
    const order = await aBuyer();
    await app.db.query.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.orderId).execute();
    await deliverDueMails(mailDeps, { limit: 10 });
    expect(smtp.received).toHaveLength(0);
    expect(await statusOf(order)).toBe('failed');
  });

  test('is sent while no transaction is open', async () => {
    await aBuyer();
    const open: number[] = [];
    const watching = aMailer(async () => {
      const sessions = await app.db.query
        .selectFrom('pg_stat_activity' as never)
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('state' as never, 'like', 'idle in transaction%' as never)
        // Other test files work in other databases of the same cluster.
        .where(sql<SqlBool>`datname = current_database()`)
        .executeTakeFirstOrThrow();
      open.push(Number(sessions.count));
      return { sent: true };
    });
    await deliverDueMails(watching, { limit: 10 });
    expect(open).toEqual([0]);
  });
});

describe('when mail cannot leave', () => {
  test('orders stand, their mail waits, and all of it goes once the server is back', async () => {
    const orders = await severalBuyers(5);
    smtp.manner = 'busy';
    for (let minute = 0; minute < 60; minute += 10) {
      await deliver(mailDeps, { templates: UNDRAWN, limit: 100 });
      app.clock.advance(10 * MINUTE_MS);
    }
    expect(smtp.received).toHaveLength(0);
    for (const order of orders) expect(await refreshOrder(app, order.orderId)).toMatchObject({ status: 'paid', emailStatus: 'pending' });

    smtp.manner = 'accept';
    app.clock.advance(10 * MINUTE_MS);
    await deliver(mailDeps, { templates: UNDRAWN, limit: 100 });
    await deliver(mailDeps, { templates: UNDRAWN, limit: 100 });
    expect(smtp.received.flatMap((mail) => mail.recipients).toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `buyer${index}@example.com`));
    for (const order of orders) expect(await statusOf(order)).toBe('sent');
  });

  test('a refusal for good is not tried again, and the buyer has the tickets all the same', async () => {
    const order = await aBuyer();
    smtp.manner = 'no_such_box';
    await deliverDueMails(mailDeps, { limit: 10 });
    app.clock.advance(24 * 60 * MINUTE_MS);
    expect(await deliverDueMails(mailDeps, { limit: 10 })).toBe(0);
    const state = await refreshOrder(app, order.orderId);
    expect(state.emailStatus).toBe('failed');
    expect(state.tickets).toHaveLength(1);
    const { attempts } = await app.db.query.selectFrom('mails').select('attempts').where('orderId', '=', order.orderId).executeTakeFirstOrThrow();
    expect(attempts).toBe(1);
    figure('C3 attempts after an answer of 550', attempts);
  });

  test('after a day of trying it is given up', async () => {
    const order = await aBuyer();
    const busy = aMailer(() => Promise.resolve({ sent: false, permanent: false, isUncertain: false, failure: 'later', reason: '451 busy' }));
    for (let hour = 0; hour < 24; hour += 1) {
      await deliver(busy, { templates: UNDRAWN, limit: 10 });
      expect(await statusOf(order)).toBe('pending');
      app.clock.advance(60 * MINUTE_MS);
    }
    await deliver(busy, { templates: UNDRAWN, limit: 10 });
    expect(await statusOf(order)).toBe('failed');
    const { attempts } = await app.db.query.selectFrom('mails').select('attempts').where('orderId', '=', order.orderId).executeTakeFirstOrThrow();
    figure('C3 attempts in a day of answers of 451, looked for once an hour', attempts);
  });

  test('a mail whose tickets could not be drawn is tried again, and keeps no other in the box', async () => {
    const [unlucky, ...others] = await severalBuyers(3);
    let crashes = 1;
    const templates = MAIL_TEMPLATES.map((template): MailTemplate => ({
      ...template,
      async render(deps, mail) {
        if (mail.orderId === unlucky!.orderId && crashes-- > 0) throw new Error('the ticket renderer stopped');
        return template.render(deps, mail);
      },
    }));
    await deliver(mailDeps, { templates, limit: 10 });
    expect(await statusOf(unlucky!)).toBe('pending');
    for (const other of others) expect(await statusOf(other)).toBe('sent');
    app.clock.advance(MINUTE_MS);
    await deliver(mailDeps, { templates, limit: 10 });
    expect(await statusOf(unlucky!)).toBe('sent');
    expect(smtp.received).toHaveLength(3);
  });

  test('a server that says nothing to one mail holds up neither the others nor those that come meanwhile', async () => {
    await severalBuyers(4);
    let release: () => void = () => {};
    const hanging = new Promise<MailOutcome>((resolve) => {
      release = () => resolve({ sent: false, permanent: false, isUncertain: false, failure: 'silent', reason: 'silence' });
    });
    const sent: string[] = [];
    const round = deliverDueMails(
      aMailer((mail) => {
        if (mail.to === 'buyer0@example.com') return hanging;
        sent.push(mail.to);
        return Promise.resolve({ sent: true });
      }),
      { limit: 10 },
    );
    await expect.poll(() => sent.length).toBe(3);
    await aBuyer('late@example.com');
    await expect.poll(() => sent).toContain('late@example.com');
    figure('C2 mails that a hanging one held up', 4 - sent.length);
    release();
    await round;
  });
});

describe('when a process dies between the sending and our mark', () => {
  test('the mail goes once more under the same name when its lease has run out, and then never again', async () => {
    const order = await aBuyer();
    app.onCheckpoint('after-send-before-mark', () => {
      throw new Error('killed');
    });
    await expect(deliverDueMails(mailDeps, { limit: 10 })).rejects.toThrow('killed');
    app.onCheckpoint('after-send-before-mark', null);
    expect(await statusOf(order)).toBe('sending');

    app.clock.advance(LEASE_MS - 1);
    expect(await deliverDueMails(mailDeps, { limit: 10 })).toBe(0);
    app.clock.advance(1);
    expect(await deliverDueMails(mailDeps, { limit: 10 })).toBe(1);
    app.clock.advance(LEASE_MS);
    expect(await deliverDueMails(mailDeps, { limit: 10 })).toBe(0);

    expect(await statusOf(order)).toBe('sent');
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map((mail) => mail.email.messageId)).size).toBe(1);
  });

  test('a late answer to a lost lease does not undo what the next one achieved', async () => {
    const order = await aBuyer();
    const { promise: answered, resolve: answer } = Promise.withResolvers<MailOutcome>();
    const { promise: requested, resolve: ask } = Promise.withResolvers<void>();
    const slowMailer = aMailer(() => {
      ask();
      return answered;
    });
    const slow = deliverDueMails(slowMailer, { limit: 1 });
    await requested;
    expect(await statusOf(order)).toBe('sending');
    app.clock.advance(LEASE_MS);
    await deliverDueMails(mailDeps, { limit: 1 });
    answer({ sent: false, permanent: true, isUncertain: false, failure: 'refused', reason: '550 too late' });
    await slow;
    expect(await statusOf(order)).toBe('sent');
  });
});

describe('a mail server that says nothing after the last dot', () => {
  const NO_ANSWER: MailOutcome = { sent: false, permanent: false, isUncertain: true, failure: 'uncertain', reason: 'ETIMEDOUT: Timeout' };

  test('for eleven minutes gets the mail once: whoever is at it keeps it, and nobody sends a copy', async () => {
    const order = await aBuyer();
    const sent: string[] = [];
    const { promise: answered, resolve: answer } = Promise.withResolvers<MailOutcome>();
    const slow = aMailer((mail) => {
      sent.push(mail.id);
      return answered;
    });
    const round = deliver(slow, { templates: UNDRAWN, limit: 1, renewEveryMs: 10 });
    await expect.poll(() => sent).toHaveLength(1);
    for (let minute = 0; minute < 22; minute += 1) {
      app.clock.advance(MINUTE_MS / 2);
      const until = app.clock.now().getTime() + LEASE_MS;
      await expect.poll(async () => (await app.db.query.selectFrom('mails').select('leasedUntil').where('orderId', '=', order.orderId).executeTakeFirstOrThrow()).leasedUntil?.getTime()).toBe(until);
      expect(await deliver(slow, { templates: UNDRAWN, limit: 1 })).toBe(0);
    }
    answer({ sent: true });
    await round;
    expect(await statusOf(order)).toBe('sent');
    expect(sent).toHaveLength(1);
    figure('copies of a mail to a mail server that answers eleven minutes after the last dot', sent.length - 1);
  });

  test('at all gets it three times in a day at most; then admins see it, and why', async () => {
    const order = await aBuyer();
    let sendings = 0;
    const silent = aMailer(() => {
      sendings += 1;
      return Promise.resolve(NO_ANSWER);
    });
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      await deliver(silent, { templates: UNDRAWN, limit: 10 });
      app.clock.advance(5 * MINUTE_MS);
    }
    expect(sendings).toBe(3);
    const mail = await app.db.query.selectFrom('mails').select(['status', 'failure', 'uncertainSendings']).where('orderId', '=', order.orderId).executeTakeFirstOrThrow();
    expect(mail).toEqual({ status: 'failed', failure: 'uncertain', uncertainSendings: 3 });
    const text = await (await app.ask('/admin/mails', { headers: { Cookie: await signedIn(app, 'admin@comboi.test') } })).text();
    expect(text).toContain('pot ser que ja haja arribat');
  });

  test('because we died each time is spared a fourth copy as well', async () => {
    const order = await aBuyer();
    app.onCheckpoint('after-send-before-mark', () => {
      throw new Error('killed');
    });
    for (let death = 0; death < 4; death += 1) {
      await deliver(mailDeps, { templates: UNDRAWN, limit: 10 }).catch(() => 'killed');
      app.clock.advance(LEASE_MS);
    }
    expect(smtp.received).toHaveLength(3);
    expect(await statusOf(order)).toBe('failed');
  });
});

describe('asking for the tickets again', () => {
  function askAgain(orderId: string): Promise<Response> {
    return app.ask(`/api/orders/${orderId}/resend`, { method: 'POST' });
  }

  test('works three times an hour, to the stored address alone', async () => {
    const order = await aBuyer('empar@example.com');
    await deliverDueMails(mailDeps, { limit: 10 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => askAgain(order.orderId)));
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(17);
    const refused = answers.find((answer) => answer.status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBe(3600);
    expect(await statusOf(order)).toBe('pending');

    await deliverDueMails(mailDeps, { limit: 10 });
    expect(smtp.received.map((mail) => mail.recipients)).toEqual(Array.from({ length: 4 }, () => ['empar@example.com']));
    const foreign = smtp.received.filter(({ recipients }) => recipients.join() !== 'empar@example.com');
    figure('C6 mails of 20 calls in an hour, and those to others', `${smtp.received.length - 1}, ${foreign.length}`);
    expect(await statusOf(order)).toBe('sent');
    app.clock.advance(60 * MINUTE_MS);
    expect((await askAgain(order.orderId)).status).toBe(202);
  });

  test('is for orders that are paid, and for those that exist', async () => {
    const unpaid = await aPlacedOrder(app, { event: await eventNamed(app, 'Sopar de Germanor') });
    expect((await askAgain(unpaid.orderId)).status).toBe(409);
    expect((await askAgain(crypto.randomUUID())).status).toBe(404);
    expect(await deliverDueMails(mailDeps, { limit: 10 })).toBe(0);
  });
});

describe('the mail page of the demo', () => {
  test('shows every mail, newest first, to people and to programs', async () => {
    const order = await aBuyer('dev@example.com');
    await deliverDueMails(app.deps, { limit: 10 });
    const [mail] = (await (await app.ask('/dev/mail.json')).json()) as { to: string; subject: string; html: string; attachments: { size: number }[] }[];
    expect(mail).toMatchObject({ to: 'dev@example.com', attachments: [{ filename: `ticket-${order.orderNumber}-T1.png`, contentType: 'image/png' }, { filename: `tiquets-${order.orderNumber}.pdf` }, { filename: 'acte.ics' }] });

    const page = await (await app.ask('/dev/mail')).text();
    expect(page).toContain(mail!.subject);
    const frame = /src="(\/dev\/mail\/[^"]+\/html)"/.exec(page)?.[1];
    const preview = await app.ask(frame!);
    expect(preview.headers.get('content-security-policy')).toContain('sandbox');
    const picture = /src="(\/dev\/mail\/[^"]+\/attachments\/0)"/.exec(await preview.text())?.[1];
    const png = await app.ask(picture!);
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await png.arrayBuffer()).byteLength).toBe(mail!.attachments[0]!.size);
    expect((await app.ask(`/dev/mail/${crypto.randomUUID()}/html`)).status).toBe(404);
  });
});
