import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';

import type { ModelOrder } from './model.ts';
import type { World } from './world.ts';

/** One mail by order, on the day before; not to whoever bought after its hour, nor where the order has no ticket of its own left. */
export function reminderProblem(world: World, order: ModelOrder, reminders: readonly string[]): string | null {
  const { date, reminderAt, isMoved, state } = world.model.events.get(order.eventId)!;
  const copies = reminders.length - new Set(reminders).size;
  if (copies > 0 && (world.faults.thrown.get('killed') ?? 0) === 0) return `${order.number} was reminded ${reminders.length} times, of ${reminders.join(', ')}`;
  if (order.email === null || isMoved || state !== 'open' || date > dayInMadrid(world.clock.now())) return null;
  const due = new Date(instantInMadrid(addDays(date, -1), reminderAt));
  if (order.orderedAt > due) return reminders.length === 0 ? null : `${order.number} was bought after the hour of its reminder, and reminded`;
  const hasOwn = order.state === 'paid' && order.tickets.some(({ state: ticket, oldIds }) => oldIds.length === 0 && (ticket === 'valid' || ticket === 'used'));
  const wasPaid = order.paidReportedAt !== null && order.paidReportedAt < due;
  return hasOwn && wasPaid && reminders.length === 0 ? `nobody reminded ${order.email} of ${order.number}` : null;
}
