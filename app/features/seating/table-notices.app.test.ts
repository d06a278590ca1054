import { afterAll, beforeAll, expect, test } from 'vitest';

import { deliverDueMails } from '#app/features/mail/service.server.ts';
import { MAIL_TEMPLATES } from '#app/features.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aPaidOrder, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { aMailApp, type MailApp } from '#tests/support/smtp/mail-app.ts';

let app: MailApp;
let admin: string;
beforeAll(async () => {
  app = await aMailApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => app.close());

test('who is moved reads where they sat before, recipients too, and who only gave or got back a ticket is not written to again', async () => {
  const event = await anEvent(app, { groups: true });
  const page = `/admin/taules/${event.id}`;
  const post = async (fields: Record<string, string>, path = page): Promise<number> => (await app.ask(path, { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams({ version: '', ...fields }) })).status;
  const html = async (): Promise<string> => (await (await app.ask(page, { headers: { Cookie: admin } })).text()).replaceAll('<!-- -->', '');
  await post({ intent: 'generate', version: '0', room: 'Carpa', text: '3 taules de 8' }, `${page}/sala`);
  const { orderId } = await aPaidOrder(app, { event, quantity: 3, body: { email: 'neus@example.com' } });
  const { tickets } = await refreshOrder(app, orderId);
  const [given, returned, stays] = tickets.map(({ ticketNumber }) => ticketNumber);
  const posted = async (): Promise<Record<string, { subject: string; text: string }[]>> => {
    app.smtp.received.length = 0;
    await deliverDueMails(app.mailDeps, { templates: MAIL_TEMPLATES });
    return Object.groupBy(app.smtp.received.flatMap(({ recipients, email }) => recipients.map((to) => ({ to, subject: email.subject ?? '', text: email.text ?? '' }))).filter(({ subject }) => /taul/i.test(subject)), ({ to }) => to) as never;
  };
  expect(await post({ intent: 'arrange' })).toBe(303);
  expect(await post({ intent: 'publish' })).toBe(303);
  expect((await posted())['neus@example.com']).toMatchObject([{ subject: expect.stringMatching(/^Taula 1: /) }]);

  await take(app, await give(app, { orderId, ticketNumber: given! }), { name: 'Empar', email: 'empar@example.com' });
  await app.ask(`/api/admin/orders/${orderId}/refund`, { method: 'POST', headers: { Cookie: admin, 'Content-Type': 'application/json' }, body: JSON.stringify({ ticketIds: [tickets[1]!.id], reason: 'No pot vindre' }) });
  expect(await html()).toContain('Enviar 1 correu<');
  expect(await post({ intent: 'notify' })).toBe(303);
  const first = await posted();
  expect(Object.keys(first)).toEqual(['empar@example.com']);
  expect(first['empar@example.com']![0]!.text).toContain(`${given}: Taula 1\n`);

  const { rooms } = (await (await app.ask(`/api/admin/events/${event.id}/seating`, { headers: { Cookie: admin } })).json()) as { rooms: { tables: { id: string; number: number }[] }[] };
  expect(await post({ intent: 'move', what: `order:${orderId}`, to: rooms[0]!.tables[2]!.id })).toBe(303);
  expect(await post({ intent: 'notify' })).toBe(303);
  const moved = await posted();
  expect(Object.keys(moved).toSorted()).toEqual(['empar@example.com', 'neus@example.com']);
  expect(moved['neus@example.com']).toMatchObject([{ subject: expect.stringMatching(/^Ara, taula 3: .*\(ORD-/), text: expect.stringContaining(`${stays}: Taula 3 (abans, la 1)`) }]);
  expect(moved['neus@example.com']![0]!.text).not.toContain(given!);
  expect(moved['neus@example.com']![0]!.text).not.toContain(returned!);
  expect(moved['empar@example.com']).toMatchObject([{ text: expect.stringContaining(`${given}: Taula 3 (abans, la 1)`) }]);
  expect(moved['empar@example.com']![0]!.text).not.toContain(orderId);
  expect(await post({ intent: 'notify' })).toBe(409);
});
