import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Mailer, OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { aMember, login, MEMBER_PASSWORD, recoveryOf, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket, post } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { createLogger } from '#app/platform/adapters/log.server.ts';

const NEW_PASSWORD = 'Quatre8Peres';
const BUYER = 'ramon.compra@example.com';

let app: TestApp;
const lines: string[] = [];
const mails: OutgoingMail[] = [];
const mailer: Mailer = {
  perSecond: null,
  async send(mail) {
    mails.push(mail);
    return mail.to === BUYER ? { sent: false, permanent: true, isUncertain: false, failure: 'no_mailbox', reason: `550 5.1.1 <${mail.to}>: no such mailbox` } : { sent: true };
  },
  close: async () => {},
};

beforeAll(async () => {
  // Every line there is, also those that nobody keeps.
  const log = createLogger({ level: 'trace', pretty: false, to: { write: (line: string) => void lines.push(line) } });
  app = await aTestApp({ deps: () => ({ log, mailer }) });
});
afterAll(() => app.close());

/** The name and value of every cookie somebody holds. */
function valuesOf(cookies: string): string[] {
  return cookies.split('; ').map((cookie) => cookie.slice(cookie.indexOf('=') + 1));
}

test('no line of the log holds what opens something, or whose it is', async () => {
  const member = await aMember(app, { email: 'secreta.persona@example.com' });
  const cookie = await login(app, member);
  await tryLogin(app, { email: member.email, password: 'NoEsAquesta1' });
  await sendForm(app, '/forgot-password', { email: member.email });
  await app.round('outbox');
  const { token, parameters } = recoveryOf(mails.find(({ to }) => to === member.email)!);
  for (const path of ['/', '/no-existix', '/reset-password', '/reset-password.data']) await app.ask(`${path}?${parameters.toString()}`);
  await sendForm(app, '/reset-password', { access_token: token, password: NEW_PASSWORD, repeat: NEW_PASSWORD }, { cookie });
  await sendForm(app, '/reset-password', { access_token: token, password: NEW_PASSWORD, repeat: NEW_PASSWORD });

  const event = await anEvent(app);
  const { orderId, paymentUrl } = await aPaidOrder(app, { event, body: { email: BUYER } });
  await app.round('outbox');
  const { id: ticketId, ticketNumber } = await app.db.query.selectFrom('tickets').select(['id', 'ticketNumber']).where('orderId', '=', orderId).executeTakeFirstOrThrow();
  for (const path of [`/api/orders/${orderId}`, `/payment-success?order_id=${orderId}`, `/${orderId}`, `/${ticketId}`, `/api/${ticketId}`, `/api/admin/tickets/${ticketNumber}`, `/admin/users/${member.id}`, `/${BUYER}`]) {
    await app.ask(path, { headers: { Cookie: cookie } });
  }
  await post(app, `/api/orders/${orderId}/resend`);
  app.onCheckpoint('after-facts-read', () => {
    throw new Error(`order ${orderId} of ${BUYER} with ${ticketId}`);
  });
  const failed = await post(app, '/api/orders', { body: { eventId: event.id, email: BUYER, tickets: [aTicket(event)] } });
  app.onCheckpoint('after-facts-read', null);
  expect(failed.status).toBe(500);

  const secrets = [member.email, BUYER, MEMBER_PASSWORD, NEW_PASSWORD, 'NoEsAquesta1', token, ...token.split('.'), ...valuesOf(cookie), orderId, ticketId, paymentUrl!.split('/').at(-1)!];
  const found = secrets.filter((secret) => lines.some((line) => line.includes(secret)));
  figure('N4 passwords, tokens, ids and addresses found in the log', `${found.length} of ${secrets.length} in ${lines.length} lines`);
  expect(lines.some((line) => line.includes('a request failed'))).toBe(true);
  expect(found).toEqual([]);
});
