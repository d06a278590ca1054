import { afterAll, beforeAll, expect, test } from 'vitest';

import { isRecord } from '#app/domain/record.ts';
import { DATA_WORDS, MAIL_TEMPLATES } from '#app/features.server.ts';
import { accept, aShift } from '#tests/support/app/shifts.ts';
import { anEvent, PAELLA } from '#tests/support/app/events.ts';
import { aMember, login, sendForm } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket, post, signedIn } from '#tests/support/people/buyers.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { aReceiver, type Receiver } from '#tests/support/programs/receiver.ts';
import { anEntry } from '#tests/support/people/waiting.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { type DataVocabulary, displayData, type DisplayedData } from './data-view.ts';
import { collectPersonalData } from './service.server.ts';

const VOCABULARY: DataVocabulary = { words: DATA_WORDS, mailNames: new Map(MAIL_TEMPLATES.map(({ kind, name }) => [kind, name])) };

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = [await aTestApp(), await aReceiver()];
});
afterAll(async () => {
  await receiver.close();
  await closeInOrder(app);
});

async function aPersonInEveryFeature(): Promise<string> {
  const member = await aMember(app, { role: 'socio', email: 'de.tot.paraules@example.com', name: 'De Tot' });
  await app.db.query.updateTable('users').set({ emailVerified: true }).where('id', '=', member.id).execute();
  const [cookie, admin] = [await login(app, member), await signedIn(app, 'admin@comboi.test')];
  await post(app, '/api/admin/webhooks', { headers: { Cookie: admin }, body: { url: receiver.url, events: ['order.paid'] } });
  const [full, event] = [
    await anEvent(app, { maxTickets: 1 }),
    await anEvent(app, { asksNeeds: true, groups: true, extras: { Aigua: PAELLA }, contents: { Paella: { allergens: ['fish'], diets: ['vegan'] } } }),
  ];
  const ticket = { ...aTicket(event), note: 'Sense Nous', noteName: 'Ximo', needs: { codes: ['nuts'], other: 'Alls', consent: true } };
  await aPaidOrder(app, { event, cookie, tickets: [ticket], body: { email: member.email, userName: 'De Tot', group: { name: 'Quintos', firstName: 'De' } } });
  const others = await aPaidOrder(app, { event, body: { email: 'altra.paraules@example.com' } });
  await take(app, await give(app, { orderId: others.orderId, ticketNumber: `${others.orderNumber}-T1` }), { name: 'De Tot', note: 'Sense Alls', email: member.email });
  await aPaidOrder(app, { event: full });
  await anEntry(app, full, 1, member.email);
  await accept(app, await aShift(app, event), member);
  await sendForm(app, '/les-meues-dades', { intent: 'other', words: 'Voldria Saber-ho' }, { cookie });
  for (const round of ['outbox', 'webhooks']) await app.round(round);
  return member.email;
}

/** Names of fields, and codes, that are displayed as they are stored; a code is text of small letters. */
function unnamed(stored: Readonly<Record<string, unknown>>): string[] {
  const displayed = textsOf(displayData(filled(stored), VOCABULARY));
  return [...new Set(keysAndCodes(stored))].filter((word) => displayed.has(word));
}

function filled<Stored>(stored: Stored): Stored {
  return JSON.parse(JSON.stringify(stored), (_key, inner: unknown) => (inner === null || inner === '' ? 'Res' : inner)) as Stored;
}

function keysAndCodes(stored: unknown): string[] {
  if (typeof stored === 'string') return /^[a-z]+(?:[._][a-z]+)*$/.test(stored) ? [stored] : [];
  if (Array.isArray(stored)) return stored.flatMap(keysAndCodes);
  return isRecord(stored) ? Object.entries(stored).flatMap(([key, inner]) => [key, ...keysAndCodes(inner)]) : [];
}

function textsOf(view: DisplayedData | null): Set<string> {
  switch (view?.kind) {
    case 'text':
      return new Set(view.text.split(', '));
    case 'list':
      return new Set(view.items.flatMap((item) => [...textsOf(item)]));
    case 'facts':
      return new Set(view.facts.flatMap(({ name, value }) => [name, ...textsOf(value)]));
    case undefined:
      return new Set();
  }
}

test('each field and each code that is kept of somebody has a word', async () => {
  const found = await collectPersonalData(app, await aPersonInEveryFeature());
  expect(Object.entries(found).filter(([, stored]) => stored === null || (Array.isArray(stored) && stored.length === 0))).toEqual([]);
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(DATA_WORDS).toSorted());
  expect(unnamed(found)).toEqual([]);
});

test('a field or a code that nobody has named is found', () => {
  const stored = { orders: [{ status: 'half_paid', tickets: [{ seat: null }] }], diary: [{ kind: 'tickets' }] };
  expect(unnamed(stored)).toEqual(['half_paid', 'seat', 'diary']);
});
