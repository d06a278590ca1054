import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { MAIL_TEMPLATES } from '#app/features.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { aPaidOrder, aTicket, eventNamed, refreshOrder } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aMailApp, type MailApp } from '#tests/support/smtp/mail-app.ts';
import type { TestSmtp } from '#tests/support/smtp/smtp-server.ts';
import { codeIn, pixelsOf } from '#tests/support/browser/ticket-picture.ts';

import { deliverDueMails, enqueueMail } from './service.server.ts';

let app: MailApp;
let smtp: TestSmtp;
let mailDeps: Deps;

beforeAll(async () => {
  app = await aMailApp();
  ({ smtp, mailDeps } = app);
});

afterAll(() => app.close());

afterEach(() => app.empty());

async function aBuyer(): Promise<PlacedOrder> {
  return aPaidOrder(app, { event: await eventNamed(app, 'Sopar de Germanor') });
}

async function statusOf(order: PlacedOrder): Promise<string> {
  return (await refreshOrder(app, order.orderId)).emailStatus;
}

/** Sends what is due; answers how many mails that were. */
function post(): Promise<number> {
  return deliverDueMails(mailDeps, { templates: MAIL_TEMPLATES, limit: 10 });
}

describe('the mail of a sale', () => {
  test('brings each ticket as a picture whose QR is that ticket, and says in plain words what was bought', async () => {
    const event = await eventNamed(app, 'Sopar de Germanor');
    const order = await aPaidOrder(app, { event, quantity: 2, body: { email: 'Empar@Example.com' } });
    expect(await statusOf(order)).toBe('pending');

    expect(await post()).toBe(1);

    const { tickets, emailStatus } = await refreshOrder(app, order.orderId);
    const [mail] = smtp.received;
    expect(emailStatus).toBe('sent');
    expect(mail?.recipients).toEqual(['empar@example.com']);
    expect(mail?.email.subject).toBe(`Els teus tiquets: Sopar de Germanor (${order.orderNumber})`);
    expect(mail?.email.text).toContain(`${mailDeps.env.publicUrl.origin}/payment-success?order_id=${order.orderId}`);
    for (const words of [order.orderNumber, event.title, event.dateText, event.time, '36,00', ...tickets.map((ticket) => ticket.ticketNumber)]) {
      expect(mail?.email.text).toContain(words);
    }
    const pictures = mail!.email.attachments.filter(({ mimeType }) => mimeType === 'image/png');
    expect(pictures.map((picture) => picture.filename)).toEqual(tickets.map((ticket) => `ticket-${ticket.ticketNumber}.png`));
    const codes = await Promise.all(pictures.map(async (picture) => codeIn(await pixelsOf(new Uint8Array(picture.content as ArrayBuffer)))));
    expect(codes).toEqual(tickets.map((ticket) => ticket.id));
    for (const picture of pictures) expect(mail?.email.html).toContain(`cid:${picture.contentId?.slice(1, -1)}`);
  });

  test('is as wide as the phone that shows it, bears the crest, and tells mail programs what was reserved', async () => {
    const order = await aBuyer();
    await post();
    const { html } = smtp.received[0]!.email;
    expect(html).toMatch(/<meta[^>]*name="viewport"[^>]*width=device-width/);
    expect(html).toContain(`src="${mailDeps.env.publicUrl.origin}/crest.png"`);
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html!) ?? [];
    expect(JSON.parse(data!)).toMatchObject({ '@type': 'EventReservation', reservationNumber: order.orderNumber, numSeats: '1', reservationFor: { name: 'Sopar de Germanor' } });
    const { tickets } = await refreshOrder(app, order.orderId);
    expect(data).not.toContain(tickets[0]!.id);
  });

  test('escapes whatever people wrote into events and dishes, and its subject stays one line', async () => {
    const order = await aBuyer();
    const evil = `<script>alert(1)</script><img src=x onerror="alert(2)">\r\nBcc: evil@evil.example`;
    const dish = { id: 'x', name: evil, emoji: '"><svg onload=alert(3)>', price: 0 };
    const was = await app.db.query.selectFrom('orders').innerJoin('events', 'events.id', 'orders.eventId').select(['events.id', 'events.title', 'events.location']).where('orders.id', '=', order.orderId).executeTakeFirstOrThrow();
    await app.db.query.updateTable('events').set({ title: evil, location: evil }).where('id', '=', was.id).execute();
    const menu = JSON.stringify([{ sectionId: 's', sectionName: evil, items: [dish] }]);
    await app.db.query.updateTable('tickets').set({ menuSelection: menu, extrasSelection: JSON.stringify([dish]) }).where('orderId', '=', order.orderId).execute();
    try {
      await post();
    } finally {
      await app.db.query.updateTable('events').set({ title: was.title, location: was.location }).where('id', '=', was.id).execute();
    }
    const [mail] = smtp.received;
    expect(mail?.recipients).toEqual(['ramon@example.com']);
    expect(mail?.email.bcc ?? []).toEqual([]);
    expect(mail?.email.subject).not.toMatch(/[\r\n]/);
    expect(mail?.email.html).toContain('&lt;script&gt;');
    // What mail programs read about the order is no script: nothing runs it, and no word of it ends it.
    const active = tagsOf(mail!.email.html!).filter((tag) => /^<(script|svg|iframe|object|form)|\son\w+=/i.test(tag) && tag !== '<script type="application/ld+json">');
    expect(active).toEqual([]);
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(mail!.email.html!) ?? [];
    expect(JSON.parse(data!)).toMatchObject({ reservationFor: { name: evil } });
    figure('C9 active tags in mails', active.length);
    expect(tagsOf(mail!.email.html!).filter((tag) => tag.startsWith('<img') && !tag.includes('src="cid:') && !tag.includes(`src="${mailDeps.env.publicUrl.origin}/crest.png"`) && !/src="[^"]*\/pictures\/events\/\d+\/preview\.jpg"/.test(tag))).toEqual([]);
  });
});

/** What template languages, formats and replacements would work out to 49, to somebody's environment or to more of the text. */
const PLACEHOLDERS = ['{{7*7}}', '${7*7}', '<%= 7*7 %>', '#{7*7}', '{{constructor.constructor("return process.env")()}}', '%s %d %j', "$& $` $' $1", '{0} {name}', '[[${7*7}]]', '@(7*7)'];

describe('whatever an admin or a buyer writes', () => {
  test('stands in mail, calendar and subject as it was written: nothing is worked out', async () => {
    const written = PLACEHOLDERS.join(' ');
    const event = await anEvent(app, { title: written });
    await app.db.query.updateTable('events').set({ location: written, description: written }).where('id', '=', event.id).execute();
    const order = await aPaidOrder(app, { event, body: { userName: written.slice(0, 120), tickets: [aTicket(event, { note: written })] } });
    const dish = { id: 'x', name: written, emoji: '🥘', price: 0 };
    const menu = JSON.stringify([{ sectionId: 's', sectionName: written, items: [dish] }]);
    await app.db.query.updateTable('tickets').set({ menuSelection: menu, extrasSelection: JSON.stringify([dish]) }).where('orderId', '=', order.orderId).execute();
    await post();

    const [mail] = smtp.received;
    const { subject, text, html, attachments } = mail!.email;
    const calendar = Buffer.from(attachments.find(({ mimeType }) => mimeType === 'text/calendar')!.content as ArrayBuffer).toString();
    const unfolded = calendar.replaceAll(/\r?\n[ \t]/g, '').replaceAll(/\\([\\;,])/g, '$1');
    const places = { subject, text, calendar: unfolded, html: wordsOf(html!) };
    const missing = Object.entries(places).flatMap(([place, words]) => PLACEHOLDERS.filter((placeholder) => !words?.includes(placeholder)).map((placeholder) => `${place}: ${placeholder}`));
    expect(missing).toEqual([]);
    figure('K11 placeholders worked out', `${missing.length} of ${PLACEHOLDERS.length * Object.keys(places).length}`);
  });
});

describe('the mail of a refund', () => {
  test.each([
    ['late_payment' as const, 'Et tornem els diners', 'no té tiquets vàlids'],
    ['second_payment' as const, 'Has pagat dues vegades', 'continuen sent vàlids'],
  ])('of a %s says how much, and what becomes of the tickets', async (reason, title, tickets) => {
    const order = await aBuyer();
    await post();
    smtp.received.length = 0;
    const now = app.clock.now();
    await app.db.inTransaction(async (tx) => {
      const payment = await tx.selectFrom('payments').select('id').where('orderId', '=', order.orderId).executeTakeFirstOrThrow();
      const id = crypto.randomUUID();
      await tx.insertInto('refunds').values({ id, paymentId: payment.id, orderId: order.orderId, charge: id, idempotencyKey: id, amount: 1800, reason, status: 'due', nextAttemptAt: now, createdAt: now }).execute();
      await enqueueMail(tx, { id: crypto.randomUUID(), kind: 'refund', cause: 'refund', orderId: order.orderId, recipient: 'ramon@example.com', now });
    });
    expect(await post()).toBe(1);
    const text = smtp.received[0]?.email.text ?? '';
    for (const words of [title, tickets, '18,00', order.orderNumber, 'Sopar de Germanor']) expect(text).toContain(words);
    expect(smtp.received[0]?.email.html).toContain(`order_id=${order.orderId}"`);
    expect(await statusOf(order)).toBe('sent');
  });
});

/** Tags as a mail program would see them: from an unescaped < to the next >, quoted values skipped. */
function tagsOf(html: string): string[] {
  return html.match(/<[a-z!/](?:"[^"]*"|'[^']*'|[^>"'])*>/gi) ?? [];
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'", amp: '&' };

/** The words of a page as a mail program shows them. */
function wordsOf(html: string): string {
  const words = tagsOf(html).reduce((rest, tag) => rest.replace(tag, () => ''), html);
  return words.replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
