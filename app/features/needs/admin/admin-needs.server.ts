import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { timeText } from '#app/domain/time/instant-text.ts';

import { type NeedsOfEvent, readNeedsOfEvent } from '../service.server.ts';

export interface AdminNeedsData extends Pick<NeedsOfEvent, 'people' | 'counts' | 'others' | 'dishes' | 'cards' | 'asksNeeds'> {
  eventId: number;
  head: string;
  asOfText: string;
}

export const loader = adminLoader('admin', async ({ deps, staff, param }): Promise<AdminNeedsData | null> => {
  const eventId = parseEventId(param('eventId'));
  const found = eventId === null ? null : await readNeedsOfEvent(deps, staff, eventId);
  if (eventId === null || found === null) return null;
  const { title, image, date, time, asOf, ...sheet } = found;
  return { ...sheet, eventId, head: `${image} ${title} · ${formatDate(date)}, ${time}`, asOfText: timeText(asOf.toISOString()) };
});
