import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import type { People } from '../acts.ts';
import { restAndCompare } from '../night.ts';
import type { World } from '../world.ts';
import { goShopping } from './buyer.ts';

const SALES_AFTER = 6;

/**
 * A backup, some sales, and the machine is gone: on another one the backup is restored, and the bank knows more than the books do.
 * What was paid comes back from it, but for its colla; what was only ordered is lost.
 */
export async function loseAndRestore(world: World, people: People): Promise<void> {
  const { model, faults, record } = world;
  const snapshot = structuredClone(model);
  const backup = await world.backUp();
  for (let sale = 0; sale < SALES_AFTER; sale += 1) await goShopping(world, world.dice.pick(people.buyers));
  const since = [...model.orders.values()].filter(({ id }) => !snapshot.orders.has(id));
  await world.restore(backup);
  faults.thrown.set('restored', (faults.thrown.get('restored') ?? 0) + 1);
  Object.assign(model, snapshot);
  const today = dayInMadrid(world.clock.now());
  // For an event that has begun nothing is sold any more: its money is a case for a person.
  for (const order of since.filter(({ isPaidAtBank, eventId }) => isPaidAtBank && model.events.get(eventId)!.date > today)) model.orders.set(order.id, { ...order, state: 'pending', heldUntil: world.clock.now(), tickets: [], paidReportedAt: null, groupCode: null });
  // They are told once more, under other ids.
  const again = new Set(since.map(({ number }) => `order:${number}`));
  for (const [id, { subject }] of world.delivered) if (again.has(subject)) world.delivered.delete(id);
  for (const person of [...people.buyers, people.secretary, people.cashier, people.doorkeeper, people.editor, ...everybodyBeside(people)]) person.cookie = null;
  record.did('servidor', `is lost and restored, with ${since.length} orders since`);
  await restAndCompare(world, { secretary: people.secretary, withDoctor: true });
}

function everybodyBeside({ festival }: People): People['buyers'] {
  const { admin, editor, cashier, doorkeeper, guests, members } = festival;
  return [admin, editor, cashier, doorkeeper, ...guests, ...members];
}
