import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { withdrawEvent } from '#app/features/events/service.server.ts';
import { sendMessage } from '#app/features/announcements/service.server.ts';
import { deliverDueMails } from '#app/features/mail/service.server.ts';
import { erasePersonalData } from '#app/features/personal-data/service.server.ts';
import { MAIL_TEMPLATES } from '#app/features.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { messageOf } from '#tests/support/app/admin-pages.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { theAdmin } from '#tests/support/people/admins.ts';
import { aPaidOrder, post, signedIn } from '#tests/support/people/buyers.ts';
import { give, take, revokeTransfer, type Transferring } from '#tests/support/people/transfers.ts';
import { aMailApp, type MailApp } from '#tests/support/smtp/mail-app.ts';
import type { ReceivedMail } from '#tests/support/smtp/smtp-server.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';

const MINUTE_MS = 60_000;

let app: MailApp;
let admin: string;
let adminId: AdminId;
beforeAll(async () => {
  app = await aMailApp();
  admin = await signedIn(app, 'admin@comboi.test');
  adminId = await theAdmin(app);
});
afterAll(() => app.close());
afterEach(() => app.empty());

interface Sender extends Transferring {
  tickets: Transferring[];
}

async function anOrder(event: EventDetail, email: string, quantity = 2): Promise<Sender> {
  const { orderId } = await aPaidOrder(app, { event, quantity, body: { email } });
  const tickets = await app.db.query.selectFrom('tickets').select('ticketNumber').where('orderId', '=', orderId).orderBy('position').execute();
  await app.db.query.deleteFrom('mails').execute();
  const own = tickets.map(({ ticketNumber }) => ({ orderId, ticketNumber }));
  return { ...own[0]!, tickets: own };
}

/** Neus has two tickets, of which Empar took the first and left her address. */
async function aTransferredTicket(title = 'Sopar donat'): Promise<{ event: EventDetail; sender: Sender }> {
  const event = await anEvent(app, { title, description: 'Sopar.' });
  const sender = await anOrder(event, 'neus@example.com');
  await takeFor(sender, 'empar@example.com');
  return { event, sender };
}

async function takeFor(ticket: Transferring, email?: string): Promise<void> {
  const { status } = await take(app, await give(app, ticket), { name: 'Empar', ...(email !== undefined && { email }) });
  expect(status).toBe(303);
}

async function posted(): Promise<ReceivedMail[]> {
  await deliverDueMails(app.mailDeps, { templates: MAIL_TEMPLATES });
  return app.smtp.received;
}

function to(mails: readonly ReceivedMail[], address: string): ReceivedMail['email'] {
  const [found, ...others] = mails.filter(({ recipients }) => recipients.includes(address));
  expect([found === undefined ? 'none' : 'one', others.length]).toEqual(['one', 0]);
  return found!.email;
}

const recipients = (mails: readonly ReceivedMail[]): string[] => mails.flatMap((mail) => mail.recipients).toSorted();

async function send(path: string, fields: Record<string, string>): Promise<Response> {
  return app.ask(path, { method: 'POST', body: new URLSearchParams(fields), headers: { Cookie: admin } });
}

async function pageAt(path: string): Promise<string> {
  return (await (await app.ask(path, { headers: { Cookie: admin } })).text()).replaceAll(/<!-- -->/g, '').replaceAll('&#x27;', "'");
}

const write = (event: EventDetail, more: Record<string, string> = {}) => send(`/admin/events/messages/${event.id}`, { intent: 'message', id: app.deps.ids.uuid(), subject: 'Porteu cadira', body: 'Enguany no en tindrem prou.', ...more });

async function move(event: EventDetail, change: Record<string, string>): Promise<number> {
  const { version } = await app.db.query.selectFrom('events').select('version').where('id', '=', event.id).executeTakeFirstOrThrow();
  const { status } = await send(`/admin/events/plans/${event.id}`, { intent: 'move', id: app.deps.ids.uuid(), version: String(version), date: event.date, time: event.time, location: event.location ?? '', words: 'Ens han llevat la plaça.', chooseUntil: '', ...change });
  return status;
}

test('the mail about a given ticket that ended says of no event that it takes place which was called off meanwhile', async () => {
  const { event, sender } = await aTransferredTicket();
  expect((await post(app, `/api/admin/orders/${sender.orderId}/refund`, { body: { reason: 'malalt' }, headers: { Cookie: admin } })).status).toBe(202);
  await withdraw(app, event.id);
  const mails = (await posted()).filter(({ recipients: [first] }) => first === 'empar@example.com');
  expect(mails.map(({ email }) => [/cancel·lat/i.test(email.text ?? ''), email.text?.includes("L'acte es fa")])).toEqual([[true, false]]);
});

test('a ticket that its sender takes back is told to its recipient once that can no longer be undone', async () => {
  const [returned, gone, off] = [await aTransferredTicket('Sopar de Neus'), await aTransferredTicket('Sopar perdut'), await aTransferredTicket('Sopar anul·lat')];
  for (const { sender } of [returned, gone, off]) await revokeTransfer(app, sender);
  await withdraw(app, off.event.id);
  await app.ask(`/donar-tiquet?order_id=${returned.sender.orderId}`, { method: 'POST', body: new URLSearchParams({ intent: 'desfer', tiquet: returned.sender.ticketNumber, nom: 'Empar' }) });
  expect(await posted()).toEqual([]);
  app.clock.advance(2 * MINUTE_MS);
  expect((await posted()).map(({ recipients: [first], email: { subject, text } }) => [first, subject, text?.includes("qui te'l va donar ha recuperat el tiquet"), text?.includes('/regal/tiquet')]).toSorted()).toEqual([['empar@example.com', `El teu tiquet ja no val: Sopar perdut (${gone.sender.ticketNumber})`, true, false], ['empar@example.com', `L'acte s'ha cancel·lat: Sopar anul·lat (${off.sender.ticketNumber})`, false, false]]);
});

describe('an admin’s message', () => {
  test('that waits is not sent to a buyer who holds nothing any more, nor after a withdrawal', async () => {
    const { event } = await aTransferredTicket();
    const other = await aPaidOrder(app, { event, body: { email: 'torna@example.com' } });
    await write(event);
    expect((await post(app, `/api/admin/orders/${other.orderId}/refund`, { body: { reason: 'malalt' }, headers: { Cookie: admin } })).status).toBe(202);
    expect(recipients((await posted()).filter(({ email }) => email.subject?.startsWith('Porteu cadira')))).toEqual(['empar@example.com', 'neus@example.com']);
    await write(event, { subject: 'Porteu taula' });
    await withdraw(app, event.id);
    expect(recipients((await posted()).filter(({ email }) => email.subject?.startsWith('Porteu taula')))).toEqual([]);
  });

  test('reaches whoever took a ticket and left an address, counted before and after, and names nothing of the sender’s order', async () => {
    const { event, sender } = await aTransferredTicket();
    expect(await pageAt(`/admin/events/messages/${event.id}`)).toContain('Enviar a 1 comanda i a 1 tiquet donat');
    expect(await (await write(event, { next: 'preview' })).text()).toContain('a 1 persona que té un tiquet');
    expect(messageOf(await write(event))).toContain('Ixen 2 correus');
    expect(await pageAt(`/admin/events/messages/${event.id}`)).toContain('0 de 2 correus enviats');

    const mails = await posted();
    expect(recipients(mails)).toEqual(['empar@example.com', 'neus@example.com']);
    const taken = to(mails, 'empar@example.com');
    expect(taken.subject).toBe(`Porteu cadira: Sopar donat (${sender.ticketNumber})`);
    expect(taken.text).toContain('Enguany no en tindrem prou.');
    expect(JSON.stringify([taken.text, taken.html])).not.toMatch(new RegExp(`${sender.orderId}|order_id`));
    const link = new URL(/https?:\S+\/regal\/tiquet\?clau=\S+/.exec(taken.text ?? '')![0]);
    expect(await (await app.ask(link.pathname + link.search)).text()).toContain(sender.ticketNumber);
    expect(to(mails, 'neus@example.com').text).toContain(`/payment-success?order_id=${sender.orderId}`);
    expect(await pageAt(`/admin/events/messages/${event.id}`)).toContain('2 de 2 correus enviats');
    expect(await pageAt(`/admin/events/messages/${event.id}`)).not.toContain('A qui no arriba cap correu');
  });

  test('says whom it did not reach: recipients whose mailbox refused it, and those who left none', async () => {
    const { event, sender } = await aTransferredTicket();
    await takeFor(sender.tickets[1]!);
    await write(event);
    await app.db.query.updateTable('mails').set({ status: 'failed', failure: 'no_mailbox' }).where('recipient', '=', 'empar@example.com').execute();
    const page = await pageAt(`/admin/events/messages/${event.id}`);
    expect(page).toContain('1 tiquet donat a qui no va deixar correu');
    expect(page).toMatch(/No els ha arribat \(1\).*Té un tiquet donat · empar@example\.com/s);
  });

  test('comes once to a mailbox that took several tickets, or that has an order of its own', async () => {
    const { event, sender } = await aTransferredTicket();
    await takeFor(sender.tickets[1]!, 'Empar@Example.com');
    const second = await anOrder(event, 'ramon@example.com');
    await takeFor(second.tickets[0]!, 'NEUS@example.com');
    await write(event);
    const mails = await posted();
    expect(recipients(mails)).toEqual(['empar@example.com', 'neus@example.com', 'ramon@example.com']);
    const both = to(mails, 'empar@example.com').text ?? '';
    for (const { ticketNumber } of sender.tickets) expect(both).toContain(ticketNumber);
    expect(both.match(/\/regal\/tiquet\?clau=/g)).toHaveLength(2);
  });

  test('goes neither to whoever had the ticket taken back while it waits, nor to whoever takes it afterwards', async () => {
    const { event, sender } = await aTransferredTicket();
    await write(event);
    expect(await revokeTransfer(app, sender)).toBe(303);
    await takeFor(sender, 'pau@example.com');
    expect(recipients(await posted())).toEqual(['neus@example.com']);
    expect(await pageAt(`/admin/events/messages/${event.id}`)).toContain('1 de 1 correu enviat');
  });

  test('pressed twice at once goes out once, and ten takings at the same moment are each told at most once', async () => {
    const event = await anEvent(app, { title: 'Sopar amb pressa' });
    const sender = await anOrder(event, 'neus@example.com', 10);
    for (const ticket of sender.tickets) await give(app, ticket);
    const offers = await Promise.all(sender.tickets.map((ticket) => offerOf(ticket)));
    const id = app.deps.ids.uuid();
    await Promise.all([write(event, { id }), write(event, { id }), ...offers.map((offer, at) => take(app, offer, { name: 'Amiga', email: `amiga${at}@example.com` }))]);
    const notified = recipients(await posted());
    expect(new Set(notified).size).toBe(notified.length);
    expect(notified).toContain('neus@example.com');
  });

  test('is erased with its recipient', async () => {
    const { event } = await aTransferredTicket();
    await write(event);
    expect(await erasePersonalData(app.deps, 'empar@example.com')).toMatchObject({ outcome: 'erased', foundIn: {} });
    expect(await app.db.query.selectFrom('mails').select('recipient').where('kind', '=', 'announcement').execute()).toEqual([{ recipient: 'neus@example.com' }]);
    expect(recipients(await posted())).toEqual(['neus@example.com']);
    expect(await pageAt(`/admin/events/messages/${event.id}`)).toContain('Enviar a 1 comanda');
  });

  test('that dies before it is committed was sent to nobody', async () => {
    const { event } = await aTransferredTicket();
    const broken = { ...app.deps, ids: { ...app.deps.ids, uuid: countedDown(app.deps.ids.uuid, 1) } };
    await expect(sendMessage(broken, adminId, { id: app.deps.ids.uuid(), eventId: event.id, subject: 'Prova', body: 'Prova' })).rejects.toThrow('killed');
    expect(await posted()).toEqual([]);
    expect(await app.db.query.selectFrom('announcements').select('id').where('eventId', '=', event.id).execute()).toEqual([]);
  });
});

async function offerOf({ orderId, ticketNumber }: Transferring): Promise<string> {
  const html = await (await app.ask(`/donar-tiquet?order_id=${orderId}`)).text();
  const after = html.slice(html.indexOf(ticketNumber));
  const { pathname, search } = new URL(/>(https?:\/\/[^<\s]+\/regal\?codi=[^<\s]+)</.exec(after)![1]!.replaceAll('&amp;', '&'));
  return pathname + search;
}

/** Throws once it was called that often. */
function countedDown(make: () => string, times: number): () => string {
  let left = times;
  return () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
    return make();
  };
}

describe('a change of plans', () => {
  test('to another day is told to the recipient, with their ticket anew and without the choice of whoever paid', async () => {
    const { event, sender } = await aTransferredTicket('Sopar mogut');
    expect(await move(event, { location: 'Casal', chooseUntil: event.date })).toBe(303);
    const mails = await posted();
    expect(recipients(mails)).toEqual(['empar@example.com', 'neus@example.com']);
    const taken = to(mails, 'empar@example.com');
    expect(taken.subject).toBe(`El lloc de «Sopar mogut» ha canviat (${sender.ticketNumber})`);
    for (const words of ['Ens han llevat la plaça.', 'Lloc: Casal', 'El teu tiquet continua sent vàlid', "avisa a qui te'l va donar", '/regal/tiquet?clau=']) expect(taken.text).toContain(words);
    expect(JSON.stringify([taken.text, taken.html])).not.toMatch(new RegExp(`${sender.orderId}|order_id|canvi-de-plans`));
    expect(taken.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf', 'text/calendar']);
    const own = to(mails, 'neus@example.com').text ?? '';
    expect(own).toContain('/canvi-de-plans?order_id=');
    // Empar is told by us.
    expect(own).not.toContain('el vas donar');
  });

  test('comes to a sender of all tickets too, who alone may choose', async () => {
    const { event, sender } = await aTransferredTicket();
    await takeFor(sender.tickets[1]!);
    await move(event, { location: 'Casal', chooseUntil: event.date });
    const own = to(await posted(), 'neus@example.com');
    for (const words of ['Els tiquets que vas donar continuen sent vàlids', 'Un dels tiquets el vas donar: avisa tu', '/canvi-de-plans?order_id=']) expect(own.text).toContain(words);
    expect(own.attachments.map(({ mimeType }) => mimeType)).toEqual(['text/calendar']);
  });

  test('that leaves fewer places says the admin’s words to the recipient', async () => {
    const { event } = await aTransferredTicket('Sopar menut');
    const { version } = await app.db.query.selectFrom('events').select('version').where('id', '=', event.id).executeTakeFirstOrThrow();
    await send(`/admin/events/plans/${event.id}?canvi=reduir`, { intent: 'shrink', id: app.deps.ids.uuid(), version: String(version), places: '50', words: 'La carpa és més menuda.', chooseUntil: '' });
    const taken = to(await posted(), 'empar@example.com');
    expect(taken.subject).toContain('Hi ha canvis en «Sopar menut»');
    expect(taken.text).toContain('La carpa és més menuda.');
  });

  test('whose payer gives the tickets back is told to the recipient, whose ticket ends with it', async () => {
    const { event, sender } = await aTransferredTicket('Sopar tornat');
    app.clock.advance(MINUTE_MS);
    await move(event, { location: 'Casal', chooseUntil: event.date });
    await app.empty();
    await app.ask(`/canvi-de-plans?order_id=${sender.orderId}`, { method: 'POST', body: new URLSearchParams({ intent: 'tornar' }) });
    await Promise.all([app.round('withdrawals'), app.round('withdrawals')]);
    await app.round('withdrawals');
    const taken = to(await posted(), 'empar@example.com');
    expect(taken.subject).toBe(`El teu tiquet ja no val: Sopar tornat (${sender.ticketNumber})`);
    expect(taken.text).toContain("qui te'l va donar ha preferit tornar els tiquets");
  });

  test('that withdraws the event is told to the recipient once, with the admin’s words, though its orders end over and over', async () => {
    const { event, sender } = await aTransferredTicket('Sopar de vent');
    const second = await anOrder(event, 'ramon@example.com');
    await takeFor(second.tickets[0]!, 'empar@example.com');
    expect(await (await send(`/admin/events/plans/${event.id}?canvi=retirar`, { intent: 'withdraw', id: app.deps.ids.uuid(), words: 'El vent ha trencat la carpa.', next: 'preview' })).text()).toContain('a 1 persona que té un tiquet');
    await send(`/admin/events/plans/${event.id}?canvi=retirar`, { intent: 'withdraw', id: app.deps.ids.uuid(), words: 'El vent ha trencat la carpa.' });
    await Promise.all([app.round('withdrawals'), app.round('withdrawals')]);
    await app.round('withdrawals');
    expect(await pageAt(`/admin/events/plans/${event.id}`)).toContain('0 de 3 correus enviats');
    const mails = await posted();
    expect(recipients(mails)).toEqual(['empar@example.com', 'neus@example.com', 'ramon@example.com']);
    const taken = to(mails, 'empar@example.com');
    expect(taken.subject).toContain("L'acte s'ha cancel·lat: Sopar de vent");
    for (const words of ['El vent ha trencat la carpa.', sender.ticketNumber, second.ticketNumber, 'els diners tornen a qui el va pagar']) expect(taken.text).toContain(words);
    expect(taken.text).not.toContain('order_id');
  });

  test('that withdraws without words, as a program does, is told to the recipient too', async () => {
    const { event } = await aTransferredTicket();
    await withdraw(app, event.id);
    expect(to(await posted(), 'empar@example.com').subject).toContain("L'acte s'ha cancel·lat");
  });

  test('that dies before it is committed tells nobody and withdraws nothing', async () => {
    const { event } = await aTransferredTicket();
    const broken = { ...app.deps, checkpoint: () => Promise.reject(new Error('killed')) };
    await expect(withdrawEvent(broken, adminId, event.id)).rejects.toThrow('killed');
    expect(await posted()).toEqual([]);
  });

  test('that withdraws while a ticket is taken waits for no recipient that it could not tell: the ticket is no more to be had', async () => {
    const { event } = await aTransferredTicket();
    const sender = await anOrder(event, 'ramon@example.com');
    const offer = await give(app, sender);
    const taking: Promise<number>[] = [];
    app.onCheckpoint('before-withdrawal-commit', async () => {
      taking.push(take(app, offer, { name: 'Pau', email: 'pau@example.com' }).then(({ status }) => status));
      await Promise.race([...taking, somebodyWaits()]);
    });
    expect(await withdrawEvent(app.deps, adminId, event.id)).toBe('done');
    app.onCheckpoint('before-withdrawal-commit', null);
    expect(await Promise.all(taking)).toEqual([409]);
    expect(recipients(await posted())).toEqual(['empar@example.com']);
  });
});

describe('an office that ends tickets', () => {
  const end = (orderId: string, how: 'cancel' | 'refund', ticketIds?: string[]): Promise<Response> =>
    app.ask(`/api/admin/orders/${orderId}/${how}`, { method: 'POST', headers: { Cookie: admin, 'Content-Type': 'application/json' }, body: JSON.stringify({ reason: 'Prova', ...(ticketIds && { ticketIds }) }) });

  async function idOf({ ticketNumber }: Transferring): Promise<string> {
    return (await app.db.query.selectFrom('tickets').select('id').where('ticketNumber', '=', ticketNumber).executeTakeFirstOrThrow()).id;
  }

  test.each([
    { how: 'refund', title: 'Sopar amb devolució' },
    { how: 'cancel', title: 'Sopar sense diners' },
  ] as const)('by a $how of one of them tells its recipient once, and of that ticket alone', async ({ how, title }) => {
    const { sender } = await aTransferredTicket(title);
    const [first, second] = sender.tickets as [Transferring, Transferring];
    await takeFor(second, 'empar@example.com');
    expect((await end(sender.orderId, how, [await idOf(first)])).ok).toBe(true);
    const taken = to(await posted(), 'empar@example.com');
    expect(taken.subject).toBe(`El teu tiquet ja no val: ${title} (${first.ticketNumber})`);
    for (const words of ["el tiquet que et van donar s'ha anul·lat", "pregunta-ho a qui te'l va donar", '/regal/tiquet?clau=']) expect(taken.text).toContain(words);
    expect(taken.text).not.toMatch(new RegExp(`${second.ticketNumber}|${sender.orderId}`));
    await app.empty();
    expect((await end(sender.orderId, how)).ok).toBe(true);
    expect(to(await posted(), 'empar@example.com').subject).toContain(second.ticketNumber);
  });

  test('by a refund of the whole order writes once to whoever took several, and to nobody of an act that is over', async () => {
    const { sender } = await aTransferredTicket();
    await takeFor(sender.tickets[1]!, 'Empar@example.com');
    await end(sender.orderId, 'refund');
    const { text } = to(await posted(), 'empar@example.com');
    for (const { ticketNumber } of sender.tickets) expect(text).toContain(ticketNumber);
    await app.empty();
    const past = await aTransferredTicket();
    await app.db.query.updateTable('events').set({ eventDate: '2020-01-01' }).where('id', '=', past.event.id).execute();
    await end(past.sender.orderId, 'refund');
    expect(recipients(await posted())).toEqual(['neus@example.com']);
  });
});

async function somebodyWaits(): Promise<void> {
  await expect.poll(() => statementsThatWait(app)).toBe(1);
}
