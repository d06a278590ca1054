import { differs } from '../difference.ts';
import type { Ask, World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';
import { type MadeWithSecret, madeWithSecret } from './programmer.ts';
import type { FestivalEvent, FestivalOrder, SecondFestival } from './second-festival.ts';

interface At {
  festival: SecondFestival;
  event: FestivalEvent;
  order: FestivalOrder;
}

/** The second festival's door: families that come in at once, looks, hands that slip. */
export async function keepSecondDoor(world: World, { festival, event, order }: At): Promise<void> {
  const { doorkeeper } = festival;
  const ticketId = order.tickets[0]!.id;
  const device = 'Porta de dalt';
  const nonce = (): string => `festa-${doorkeeper.dice.below(2 ** 31)}-${doorkeeper.dice.below(2 ** 31)}`;
  const at = { eventId: event.id, device };
  const asks: Ask[] = [
    { path: `/api/door/${event.id}/device`, body: { device, isReady: true, waiting: 0 } },
    { path: `/api/door/${event.id}/search?q=${encodeURIComponent(order.number)}` },
    { path: '/api/tickets/verify', body: { qrData: ticketId, ...at } },
    { path: '/api/tickets/party', body: { ticketId, eventId: event.id } },
    { path: '/api/tickets/use-party', body: { ticketIds: order.tickets.map(({ id }) => id), nonce: nonce(), ...at } },
    { path: '/api/tickets/verify', body: { qrData: ticketId, mode: 'serve', ...at } },
    { path: '/api/tickets/serve', body: { ticketId, nonce: nonce(), ...at } },
    { path: '/api/tickets/undo-serving', body: { ticketId, nonce: nonce(), ...at } },
    { path: '/api/tickets/use', body: { ticketId, nonce: nonce(), direction: 'out', ...at } },
    { path: '/api/tickets/undo', body: { ticketId, nonce: nonce(), ...at } },
  ];
  await askAll(world, doorkeeper, asks);
  world.record.did(doorkeeper.name, `keeps the second door, event ${event.id}`);
}

/** What the association does with its second festival by calls: tables, closing, messages of other programs. */
export async function runSecondFestival(world: World, { festival, event, order }: At): Promise<void> {
  const { admin } = festival;
  const own = `/api/admin/events/${event.id}`;
  const uuid = (index: number): string => `00000000-0000-4000-9000-${(event.id * 100 + index).toString(16).padStart(12, '0')}`;
  const cookie = await cookieFor(world, admin, { proved: true });
  const { body: plan } = await world.insist<{ version: number }>(admin.dice, { path: `${own}/seating`, cookie });
  const rooms = [{ id: uuid(0), name: 'Carpa', tables: [1, 2, 3].map((number) => ({ id: uuid(number), number, seats: 8, label: null, accessible: number === 1, row: 'A', place: number, shape: 'long' })) }];
  await askAll(world, admin, [
    { method: 'PUT', path: `${own}/seating`, body: { version: plan.version, rooms } },
    { path: `${own}/seating/arrange`, body: {} },
    { path: `${own}/seating/publish`, body: {} },
    { path: `${own}/seating.csv` },
    ...(admin.dice.chance(0.3) ? [{ path: `${own}/seating/unpublish`, body: {} }] : []),
    ...['csv', 'xlsx'].flatMap((kind) => [{ path: `${own}/closing.${kind}` }, { path: `/api/admin/closing/2030/closing.${kind}` }]),
    { method: 'PUT', path: '/api/admin/settings/contact', body: {} },
    { method: 'PUT', path: '/api/admin/settings/identity', body: {} },
    { method: 'PUT', path: '/api/admin/settings/legal', body: {} },
    { path: `/admin/kitchen/${event.id}` },
    { path: `/admin/necessitats/${event.id}` },
    { path: `/admin/events/day/${event.id}` },
    { path: `/admin/search?q=${encodeURIComponent(order.number)}` },
    { path: '/admin/estat' },
    { path: '/admin' },
  ]);
  world.record.did(admin.name, `seats and closes, event ${event.id}`);
}

/** Dear to draw, so not every day. */
export async function printAll(world: World, { festival, event, order }: At): Promise<void> {
  const { admin } = festival;
  await askAll(world, admin, [{ path: `/api/admin/events/${event.id}/closing.pdf` }, { path: '/api/admin/closing/2030/closing.pdf' }, { path: `/admin/taules/${event.id}/imprimir/targetes` }]);
  await askAll(world, order.buyer, [{ path: `/api/orders/${order.id}/tickets.pdf` }]);
  const member = festival.members.find(({ email }) => email === order.buyer.email);
  if (member !== undefined) await readOwnTicket(world, member, order.tickets[0]!.number);
  world.record.did(admin.name, `prints, event ${event.id}`);
}

/** A program that listens for an hour and leaves; an event that nobody bought for; a season that is over. */
export async function comeAndGo(world: World, { festival, event, order }: At): Promise<void> {
  const { admin } = festival;
  const { dice } = admin;
  const cookie = await cookieFor(world, admin, { proved: true });
  const key = (): string => `festa-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`;
  const hook = await world.insist<MadeWithSecret>(dice, { path: '/api/admin/webhooks', key: key(), cookie, body: { url: 'http://127.0.0.1:9/altra', events: ['order.paid'] } });
  const own = `/api/admin/webhooks/${madeWithSecret(world, hook)}`;
  await askAll(world, admin, [{ method: 'POST', path: `${own}/test` }, { path: `${own}/deliveries` }, { method: 'DELETE', path: own }]);
  const made = await world.insist<{ id: number }>(dice, { path: '/api/admin/events', key: key(), cookie, body: { title: 'Assaig', date: event.date, time: '20:00', description: 'Assaig de la banda', price: 0, image: '🎺', visibility: 'comision', maxTickets: null, sections: [], options: [] } });
  if (made.status !== 201) throw differs(world, `an event without a menu is answered ${made.status} ${JSON.stringify(made.body)}`);
  await askAll(world, admin, [{ method: dice.chance(0.5) ? 'DELETE' : 'POST', path: `/api/admin/events/${made.body.id}`, key: key() }]);
  await askAll(world, admin, [{ method: 'POST', path: `/api/admin/events/${made.body.id}/archive`, key: key() }]);
  await askAll(world, order.buyer, [{ path: `/api/orders/${order.id}/address`, body: { email: order.buyer.email } }]);
  world.record.did(admin.name, 'comes and goes');
}

export async function readOwnTicket(world: World, owner: Person, number: string): Promise<void> {
  await askAll(world, owner, [{ path: `/api/my-tickets/${number}/calendar` }, { path: `/api/my-tickets/${number}/event.pdf` }, { path: '/my-tickets' }, { path: '/api/calendar.ics' }]);
}

/** What the answer is right the model does not know; it is one. */
async function askAll(world: World, person: Person, asks: readonly Ask[]): Promise<void> {
  for (const ask of asks) {
    const cookie = await cookieFor(world, person, { proved: person.isStaff });
    const { status } = await world.insist(person.dice, { cookie, address: person.address, ...ask });
    if (status > 500) throw differs(world, `${ask.path} is answered ${status} to ${person.name}`);
  }
}
