import { createPublicKey } from 'node:crypto';

import { type JWTPayload, jwtVerify } from 'jose';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { lostTicketCookie } from '#app/features/tickets/recovery/cookies.server.ts';
import { openTicketLink, renderLostTicketMail } from '#app/features/tickets/recovery/lost-ticket.server.ts';
import { renderTicketsMail } from '#app/features/tickets/service.server.ts';
import { readWalletCredentials } from '#app/platform/adapters/wallets/wallet-credentials.server.ts';
import { aDoorkeeper, admit, soldTickets, type SoldTicket } from '#tests/support/people/scanners.ts';
import { aPaidOrder, cookieOf, order, press, signedIn } from '#tests/support/people/buyers.ts';
import { give, take, revokeTransfer } from '#tests/support/people/transfers.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aServiceAccount, PASS_TYPE, passCertificates, TEAM } from '#tests/support/wallets/wallet-authorities.ts';
import { type OpenedPass, openedPass } from '#tests/support/wallets/opened-pass.ts';

const ISSUER_ID = '3388000000012345678';
const chain = passCertificates();
const account = aServiceAccount();

let app: TestApp;
let plain: TestApp;
beforeAll(async () => {
  plain = await aTestApp();
  const env = { applePass: { certificate: chain.certificate, key: chain.key, authority: chain.authority, passphrase: null }, googleWallet: { issuerId: ISSUER_ID, serviceAccount: account.json } };
  const wallets = await readWalletCredentials(env, plain.deps);
  app = await aTestApp({ deps: () => ({ wallets }) });
});
afterAll(async () => {
  await plain.close();
  await closeInOrder(app);
});

async function aSale(quantity = 1, cookie?: string): Promise<SoldTicket[]> {
  return soldTickets(app, { event: await anEvent(app, { title: 'Sopar de la Lluna' }), quantity, ...(cookie !== undefined && { cookie }) });
}

const ofOrder = ({ orderId, ticketNumber }: SoldTicket): string => `/api/orders/${orderId}/tickets/${ticketNumber}`;

async function passAt(path: string, cookie = ''): Promise<OpenedPass> {
  const response = await app.ask(`${path}/apple-wallet`, { headers: { Cookie: cookie } });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/vnd.apple.pkpass']);
  return openedPass(new Uint8Array(await response.arrayBuffer()), chain.root);
}

/** What Google reads out of the link, once its signature is proved. */
async function savedAt(path: string, cookie = ''): Promise<JWTPayload & { payload: SavedPayload }> {
  const response = await app.ask(`${path}/google-wallet`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(302);
  const link = response.headers.get('Location')!;
  const [, jwt = ''] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.+)$/.exec(link)!;
  const { payload } = await jwtVerify<{ payload: SavedPayload }>(jwt, createPublicKey(account.publicKey), { audience: 'google', issuer: account.email, currentDate: app.clock.now() });
  // Google's own limit.
  expect(jwt.length).toBeLessThanOrEqual(1800);
  return payload;
}

interface SavedPayload {
  eventTicketClasses: { id: string }[];
  eventTicketObjects: { id: string; classId: string; barcode: { value: string } }[];
}

async function refusals(path: string, cookie = ''): Promise<number[]> {
  const headers = { Cookie: cookie };
  return [(await app.ask(`${path}/apple-wallet`, { headers })).status, (await app.ask(`${path}/google-wallet`, { headers })).status];
}

describe('for Apple Wallet', () => {
  test('a ticket is a pass whose signature and files prove genuine, with the code of the door', async () => {
    const [ticket] = (await aSale()) as [SoldTicket];
    const { pass, files, isGenuine } = await passAt(ofOrder(ticket));
    expect(isGenuine).toBe(true);
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: PASS_TYPE,
      teamIdentifier: TEAM,
      serialNumber: ticket.ticketNumber,
      description: 'TIQUET · Sopar de la Lluna',
      sharingProhibited: true,
      barcodes: [{ format: 'PKBarcodeFormatQR', message: ticket.id, altText: ticket.ticketNumber }],
      eventTicket: { primaryFields: [{ value: 'Sopar de la Lluna' }] },
    });
    expect(Date.parse(String(pass['expirationDate']))).toBeGreaterThan(Date.parse(String(pass['relevantDate'])));
    expect(await sharp(files['icon@2x.png']).metadata()).toMatchObject({ format: 'png', width: 58, height: 58 });
    expect(await sharp(files['strip@3x.png']).metadata()).toMatchObject({ format: 'png', width: 1125, height: 294 });
  });

  test('a pass whose words were changed, or that another root vouches for, is no genuine one', async () => {
    const [ticket] = (await aSale()) as [SoldTicket];
    const bytes = Buffer.from(await (await app.ask(`${ofOrder(ticket)}/apple-wallet`)).arrayBuffer());
    expect((await openedPass(bytes, passCertificates().root)).isGenuine).toBe(false);
    bytes[bytes.indexOf('Sopar de la Lluna')] = 'P'.charCodeAt(0);
    expect((await openedPass(bytes, chain.root)).isGenuine).toBe(false);
  });
});

test('for Google Wallet a ticket is a signed link with its event and its code', async () => {
  const [first, second] = (await aSale(2)) as [SoldTicket, SoldTicket];
  const { payload, ...claims } = await savedAt(ofOrder(first));
  expect(claims).toMatchObject({ typ: 'savetowallet', origins: [app.deps.env.publicUrl.origin] });
  const [eventClass, object] = [payload.eventTicketClasses[0]!, payload.eventTicketObjects[0]!];
  expect(eventClass).toMatchObject({ eventName: { defaultValue: { language: 'ca', value: 'Sopar de la Lluna' } }, reviewStatus: 'UNDER_REVIEW' });
  expect(object).toMatchObject({ classId: eventClass.id, state: 'ACTIVE', ticketNumber: first.ticketNumber, barcode: { type: 'QR_CODE', value: first.id } });
  for (const id of [eventClass.id, object.id]) expect(id).toMatch(new RegExp(`^${ISSUER_ID}\\.[\\w.-]+$`));
  const { payload: other } = await savedAt(ofOrder(second));
  expect([other.eventTicketClasses[0]!.id === eventClass.id, other.eventTicketObjects[0]!.id === object.id]).toEqual([true, false]);
});

test('a link stays short enough for every phone, whatever words the event has', async () => {
  const event = await anEvent(app, { title: 'Çà'.repeat(60), dishes: { ['Ñ'.repeat(80)]: [1000, 1000, 1000] } });
  await app.db.query.updateTable('events').set({ location: 'Ü'.repeat(200) }).where('id', '=', event.id).execute();
  const [ticket] = (await soldTickets(app, { event, quantity: 1 })) as [SoldTicket];
  expect((await savedAt(ofOrder(ticket))).payload.eventTicketObjects[0]!.barcode.value).toBe(ticket.id);
});

test('accounts find them among their own tickets, and recipients on the page of theirs', async () => {
  const cookie = await signedIn(app, 'soci@comboi.test');
  const [transferred, own] = (await aSale(2, cookie)) as [SoldTicket, SoldTicket];
  const mine = `/api/my-tickets/${own.ticketNumber}`;
  const page = await (await app.ask('/my-tickets', { headers: { Cookie: cookie } })).text();
  for (const wallet of ['apple', 'google']) expect(page).toContain(`${mine}/${wallet}-wallet`);
  expect((await passAt(mine, cookie)).pass['serialNumber']).toBe(own.ticketNumber);

  const { page: theirs } = await take(app, await give(app, transferred), { name: 'Marta Pons' });
  const received = `/api/taken-tickets/${new URL(theirs!, 'http://localhost').searchParams.get('clau')}`;
  expect(await (await app.ask(theirs!)).text()).toContain(`${received}/apple-wallet`);
  const { pass } = await passAt(received);
  expect(pass).toMatchObject({ eventTicket: { auxiliaryFields: expect.arrayContaining([{ key: 'holder', label: 'A NOM DE', value: 'Marta Pons' }]) } });
  expect(JSON.stringify(pass)).not.toContain(transferred.id);
  expect((await savedAt(received)).payload.eventTicketObjects[0]!.barcode.value).not.toBe(transferred.id);
  // Its sender has nothing to save any more; once it is back, its recipient has nothing.
  expect([await refusals(ofOrder(transferred)), await refusals(`/api/my-tickets/${transferred.ticketNumber}`, cookie)]).toEqual([[404, 404], [404, 404]]);
  expect(await revokeTransfer(app, transferred)).toBe(303);
  expect(await refusals(received)).toEqual([404, 404]);
});

test('the mail of the tickets and the page of lost ones lead to them too, where there are any', async () => {
  const email = 'perduda@example.com';
  for (const [site, wallets] of [[app, 2], [plain, 0]] as const) {
    const { orderId } = await aPaidOrder(site, { event: await anEvent(site), body: { email } });
    const mail = { id: site.deps.ids.uuid(), kind: 'tickets', orderId, recipient: email, detail: null, createdAt: site.clock.now() };
    const { text, html } = (await renderTicketsMail(site.deps, mail))!;
    for (const words of [text, html]) expect(words.match(new RegExp(`http\\S+/api/orders/${orderId}/tickets/[\\w-]+/(apple|google)-wallet`, 'g')) ?? []).toHaveLength(wallets);
    const { text: sent } = (await renderLostTicketMail(site.deps, { ...mail, orderId: null }))!;
    const key = await openTicketLink(site.deps, /codi=(\w+)/.exec(sent)![1]!);
    const cookie = lostTicketCookie('key', key, site.deps.env.publicUrl).split(';')[0]!;
    const page = await (await site.ask('/tiquet-perdut/tiquets', { headers: { Cookie: cookie } })).text();
    expect(page.match(new RegExp(`href="/api/orders/${orderId}/tickets/[\\w-]+/(apple|google)-wallet"`, 'g')) ?? []).toHaveLength(wallets);
  }
});

test('the links in the mails still open it once the buyer has corrected the address', async () => {
  const placed = await order(app, { event: await anEvent(app), body: { email: 'joana@gmial.example' } });
  await press(app, placed.body, 'pay');
  const email = 'joana@gmail.example';
  const headers = { 'Content-Type': 'application/json', Cookie: cookieOf(placed.headers) };
  expect((await app.ask(`/api/orders/${placed.body.orderId}/address`, { method: 'POST', headers, body: JSON.stringify({ email }) })).status).toBe(200);
  const mail = { id: app.deps.ids.uuid(), kind: 'tickets', orderId: placed.body.orderId, recipient: email, detail: null, createdAt: app.clock.now() };
  const { text: sent } = (await renderLostTicketMail(app.deps, { ...mail, orderId: null }))!;
  const key = await openTicketLink(app.deps, /codi=(\w+)/.exec(sent)![1]!);
  const page = await app.ask('/tiquet-perdut/tiquets', { headers: { Cookie: lostTicketCookie('key', key, app.deps.env.publicUrl).split(';')[0]! } });
  for (const words of [(await renderTicketsMail(app.deps, mail))!.text, await page.text()]) {
    const [path] = /\/api\/orders\/\S+?(?=\/apple-wallet)/.exec(words)!;
    expect((await passAt(path)).pass.serialNumber).toBeDefined();
    expect((await savedAt(path)).payload.eventTicketObjects).toHaveLength(1);
  }
});

describe('is refused', () => {
  test('a ticket that was used, suspended, cancelled or withdrawn', async () => {
    const event = await anEvent(app);
    const [used, suspended, cancelled, withdrawn] = (await soldTickets(app, { event, quantity: 4 })) as [SoldTicket, SoldTicket, SoldTicket, SoldTicket];
    await admit(app, await aDoorkeeper(app), { ticketId: used.id });
    await app.db.query.updateTable('tickets').set({ suspendedAt: app.clock.now() }).where('id', '=', suspended.id).execute();
    const asAdmin = { 'Content-Type': 'application/json', Cookie: await signedIn(app, 'admin@comboi.test') };
    const answer = await app.ask(`/api/admin/orders/${cancelled.orderId}/cancel`, { method: 'POST', headers: asAdmin, body: JSON.stringify({ ticketIds: [cancelled.id], reason: 'no vindrà' }) });
    expect(answer.status).toBeLessThan(300);
    for (const ticket of [used, suspended, cancelled]) expect(await refusals(ofOrder(ticket))).toEqual([404, 404]);
    const page = await (await app.ask(`/payment-success?order_id=${used.orderId}`)).text();
    expect([page.includes(`${used.ticketNumber}/apple-wallet`), page.includes(`${withdrawn.ticketNumber}/apple-wallet`)]).toEqual([false, true]);
    await withdraw(app, event.id);
    expect(await refusals(ofOrder(withdrawn))).toEqual([404, 404]);
    await app.db.query.updateTable('tickets').set({ suspendedAt: null }).where('id', '=', suspended.id).execute();
  });

  test("somebody else's, and one of no order", async () => {
    const [ticket] = (await aSale()) as [SoldTicket];
    const [other] = (await aSale()) as [SoldTicket];
    for (const path of [`/api/orders/${other.orderId}/tickets/${ticket.ticketNumber}`, `/api/orders/x/tickets/${ticket.ticketNumber}`, `/api/orders/${ticket.orderId}/tickets/%00`, `/api/taken-tickets/${ticket.id}`]) {
      expect(await refusals(path)).toEqual([404, 404]);
    }
    const cookie = await signedIn(app, 'soci@comboi.test');
    expect(await refusals(`/api/my-tickets/${ticket.ticketNumber}`, cookie)).toEqual([404, 404]);
    expect(await refusals(`/api/my-tickets/${ticket.ticketNumber}`)).toEqual([401, 401]);
  });

  test('everything where the association has no certificates, and no page offers it', async () => {
    const [ticket] = (await soldTickets(plain, { event: await anEvent(plain), quantity: 1 })) as [SoldTicket];
    for (const wallet of ['apple', 'google']) expect((await plain.ask(`${ofOrder(ticket)}/${wallet}-wallet`)).status).toBe(404);
    expect(await (await plain.ask(`/payment-success?order_id=${ticket.orderId}`)).text()).not.toMatch(/(?:apple|google)-wallet/);
  });
});
