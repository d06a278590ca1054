import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { isEventPhase, tonightWord } from '#app/domain/event/event-phase.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { instantText, timeText } from '#app/domain/time/instant-text.ts';

import { type EventDay, readEventDay } from '../service.server.ts';
import { toDoLines, type ToDoLine } from './to-do.ts';

export interface EventDayData extends Pick<EventDay, 'current' | 'phase' | 'soldByDay' | 'entries' | 'takings'> {
  event: { id: number; title: string; whenText: string; sold: number; held: number; admitted: number; maxTickets: number | null; withdrawn: boolean };
  tonight: string;
  nowText: string;
  toDo: ToDoLine[];
  kitchen: { name: string; dishes: EventDay['kitchen'][number]['dishes'] }[];
  notes: number;
  drawers: { id: string; name: string; whenText: string; isOpen: boolean; sales: number; cash: number; difference: number | null; note: string | null }[];
  devices: { device: string; state: EventDay['devices'][number]['state']; waiting: number; listText: string | null; silentMinutes: number }[];
  refundsUnderWay: number;
}

export const loader = adminLoader('admin', async ({ deps, staff, query, param }): Promise<EventDayData | null> => {
  const eventId = parseEventId(param('eventId'));
  const requested = query.get('phase');
  const day = eventId === null ? null : await readEventDay(deps, staff, { eventId, requested: isEventPhase(requested) ? requested : null });
  if (day === null) return null;
  const { head, now, current, phase, soldByDay, entries, takings } = day;
  return {
    current,
    phase,
    soldByDay,
    entries,
    takings,
    event: { id: head.id, title: head.title, whenText: `${weekdayName(head.date)}, ${formatDate(head.date)} · ${head.time}`, sold: head.sold, held: head.held, admitted: head.admitted, maxTickets: head.maxTickets, withdrawn: head.withdrawnAt !== null },
    tonight: tonightWord(head.time),
    nowText: timeText(now.toISOString()),
    toDo: toDoLines(day),
    kitchen: day.kitchen.map(({ name, dishes }) => ({ name, dishes })),
    notes: day.toDo.notes,
    drawers: day.drawers.map(({ openedAt, closedAt, ...drawer }) => ({
      ...drawer,
      isOpen: closedAt === null,
      whenText: closedAt === null ? `Oberta: ${instantText(openedAt.toISOString())}` : `Tancada: ${instantText(closedAt.toISOString())}`,
    })),
    devices: day.devices.map(({ device, state, waiting, listAt, reportedAt }) => ({
      device,
      state,
      waiting,
      listText: listAt === null ? null : timeText(listAt.toISOString()),
      silentMinutes: Math.floor((now.getTime() - reportedAt.getTime()) / 60_000),
    })),
    refundsUnderWay: day.toDo.refundsUnderWay,
  };
});
