import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import type { Ask, World } from '../world.ts';
import type { Person } from './person.ts';

/** Tries what nobody may: a price of one's own, other people's orders, the desk's calls, an event for others. */
export async function tryToCheat(world: World, cheat: Person): Promise<void> {
  const { dice, address } = cheat;
  const events = [...world.model.events.values()].filter(({ state, date }) => state === 'open' && date > dayInMadrid(world.clock.now()));
  const orders = [...world.model.orders.values()];
  if (events.length === 0 || orders.length === 0) return;
  const [event, order] = [dice.pick(events), dice.pick(orders)];
  const dish = dice.pick(event.dishes);
  const tickets = [{ sections: { [event.sectionId]: [dish.id] }, options: [] }];
  const ticketId = order.tickets[0]?.id ?? 'ABCDEFGH';
  const tries: (Ask & { refused: readonly number[] })[] = [
    { path: '/api/orders', key: `cheat-${dice.below(2 ** 31)}`, body: { eventId: event.id, email: cheat.email, expectedTotal: dish.prices.comision - 100, total: 1, price: 1, tickets }, refused: [404, 409] },
    { path: `/api/events/${event.id}`, refused: event.visibility === 'public' ? [200] : [404] },
    { path: '/api/orders', key: `hidden-${dice.below(2 ** 31)}`, body: { eventId: event.id, email: cheat.email, tickets: [{ sections: { [event.sectionId]: [`${dish.id}x`] }, options: [] }] }, refused: [400, 404, 409, 422] },
    { path: `/api/orders/${order.number}`, refused: [404] },
    { path: `/api/admin/orders/${order.id}`, refused: [401] },
    { path: `/api/admin/orders/${order.id}/refund`, body: { reason: 'Per a mi' }, refused: [401] },
    { path: '/api/tickets/use', body: { ticketId, nonce: `cheat-${dice.below(2 ** 31)}`, eventId: event.id }, refused: [401] },
    { path: '/api/admin/till/sessions', body: { float: 0, name: 'Meua' }, refused: [401] },
    { path: `/api/admin/events/${event.id}/export.csv`, refused: [401] },
  ];
  for (const { refused, ...ask } of tries) {
    const { status, body } = await world.insist<Problem>(dice, { ...ask, address });
    if (!refused.includes(status)) throw differs(world, `a cheat who asks ${ask.method ?? ''} ${ask.path} is answered ${status} ${JSON.stringify(body).slice(0, 300)}`, { eventId: event.id });
  }
  world.record.did(cheat.name, `is refused, at event ${event.id}`, { eventId: event.id });
}
