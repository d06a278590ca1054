import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import type { SheetSection } from '#app/domain/kitchen.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { timeText } from '#app/domain/time/instant-text.ts';

import { readKitchenSheet, type SheetOfEvent } from '../service.server.ts';

interface SheetData {
  eventId: number;
  head: string;
  sections: SheetSection[];
  notes: SheetOfEvent['notes'];
  asOfText: string;
}

export const loader = adminLoader('admin', async ({ deps, staff, param }): Promise<SheetData | null> => {
  const eventId = parseEventId(param('eventId'));
  const sheet = eventId === null ? null : await readKitchenSheet(deps, staff, eventId);
  if (eventId === null || sheet === null) return null;
  const { title, image, date, time, sections, notes, asOf } = sheet;
  return { eventId, head: `${image} ${title} · ${formatDate(date)}, ${time}`, sections, notes, asOfText: timeText(asOf.toISOString()) };
});
