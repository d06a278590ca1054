import { anEvent } from '../app/events.ts';
import { aNewsItem } from '../app/news.ts';
import type { TestApp } from '../app/test-app.ts';
import { aMember, login } from '../people/accounts.ts';
import { aPaidOrder, aTicket, signedIn } from '../people/buyers.ts';

export const READERS = ['anonymous', 'public', 'socio', 'comision', 'door', 'editor', 'till', 'admin', 'disabled', 'deleted', 'expired'] as const;
export type Reader = (typeof READERS)[number];

export async function cookiesOfReaders(app: TestApp): Promise<Record<Reader, string>> {
  const signUp = async (input: Parameters<typeof aMember>[1]): Promise<string> => login(app, await aMember(app, input));
  const cookies = {
    anonymous: '',
    public: await signUp({ role: 'public' }),
    socio: await signedIn(app, 'soci@comboi.test'),
    comision: await signUp({ role: 'comision' }),
    door: await signUp({ role: 'comision', rights: ['door'] }),
    editor: await signUp({ role: 'comision', rights: ['editor'] }),
    till: await signUp({ role: 'socio', rights: ['till'] }),
    admin: await signedIn(app, 'admin@comboi.test'),
    disabled: await signUp({ role: 'admin', email: 'disabled@example.com' }),
    deleted: await signUp({ role: 'admin', email: 'deleted@example.com' }),
    expired: await signUp({ role: 'admin', email: 'expired@example.com' }),
  };
  const former = (name: Reader) => app.db.query.selectFrom('users').select('id').where('email', '=', `${name}@example.com`);
  await app.db.query.updateTable('users').set({ banned: true }).where('id', '=', former('disabled')).execute();
  await app.db.query.updateTable('sessions').set({ expiresAt: new Date(0) }).where('userId', '=', former('expired')).execute();
  await app.db.query.deleteFrom('users').where('id', '=', former('deleted')).execute();
  return cookies;
}

/** Words that not everybody may read; the note may tell of an illness. */
export const SECRETS = { event: 'Sopar Secret', person: 'Estrany Secret', draft: 'Esborrany Secret', note: 'Celiaquia Secreta' };

/** What stands in the addresses of things that hold them, by the names of parameters. */
export async function secretThings(app: TestApp): Promise<Record<string, string>> {
  const stranger = await aMember(app, { name: SECRETS.person });
  const eventId = String((await anEvent(app, { visibility: 'comision', title: SECRETS.event })).id);
  const event = await anEvent(app);
  const { orderId } = await aPaidOrder(app, { event, tickets: [aTicket(event, { note: SECRETS.note })], body: { email: stranger.email } });
  const { ticketNumber } = await app.db.query.selectFrom('tickets').select('ticketNumber').where('orderId', '=', orderId).where('note', '=', SECRETS.note).executeTakeFirstOrThrow();
  const newsId = String(await aNewsItem(app, { title: SECRETS.draft, status: 'draft' }));
  return { eventId, id: eventId, orderId, number: ticketNumber, newsId, userId: stranger.id, paymentId: app.deps.ids.uuid(), index: '0' };
}
