import { differingDishes } from '../compare.ts';
import { differs } from '../difference.ts';
import { holdersOf, type ModelEvent, ordersOf, portionsOf } from '../model.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

/** Reads what the kitchen and the books are told of an event: as many portions, people and tickets as the model knows. */
export async function readSheets(world: World, secretary: Person, event: ModelEvent): Promise<void> {
  const { dice } = secretary;
  const about = { eventId: event.id };
  const path = `/api/admin/events/${event.id}`;
  const unsure = ordersOf(world.model, event.id).some(({ state, isPaidAtBank, tickets }) => (state === 'pending' && isPaidAtBank) || (state === 'paid' && tickets.length === 0));
  const cookie = await cookieFor(world, secretary, { proved: true });
  const kitchen = await world.insist<{ dishes: { name: string; count: number }[] }>(dice, { path: `${path}/kitchen`, cookie });
  const stats = await world.insist<{ active: number; used: number }>(dice, { path: `${path}/stats`, cookie });
  const sheet = await world.insist<string>(dice, { path: `${path}/kitchen.csv`, cookie });
  const tickets = await world.insist<string>(dice, { path: `${path}/export.csv?kind=tickets`, cookie });
  const orders = await world.insist<string>(dice, { path: `${path}/export.xlsx?kind=orders`, cookie });
  for (const { status } of [kitchen, stats, sheet, tickets, orders]) if (status !== 200) throw differs(world, `a sheet of event ${event.id} is answered ${status}`, about);
  world.record.did(secretary.name, `reads the sheets, event ${event.id}`, about);
  // Money that the product may not know of yet, or know of before its buyer told.
  if (unsure) return;
  const portions = portionsOf(world.model, event.id);
  for (const { id, name } of event.dishes) {
    const reported = kitchen.body.dishes.find((dish) => dish.name === name)?.count ?? 0;
    if (reported !== (portions.get(id) ?? 0)) throw differs(world, `the kitchen of event ${event.id} cooks ${reported} of ${name}, and ${portions.get(id) ?? 0} were ordered (${(await differingDishes(world, event.id)).join('; ')})`, about);
  }
  const holders = holdersOf(ordersOf(world.model, event.id)).length;
  const { active, used } = stats.body;
  if (active + used !== holders) throw differs(world, `event ${event.id} is told to have ${active + used} tickets, and ${holders} are held`, about);
}
