import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';

import { readKitchenSheet, type SheetOfEvent } from '../service.server.ts';

interface CardsData {
  eventId: number;
  head: string;
  notes: SheetOfEvent['notes'];
}

export const loader = adminLoader('admin', async ({ deps, staff, param }): Promise<CardsData | null> => {
  const eventId = parseEventId(param('eventId'));
  const sheet = eventId === null ? null : await readKitchenSheet(deps, staff, eventId);
  return eventId === null || sheet === null ? null : { eventId, head: `${sheet.image} ${sheet.title}`, notes: sheet.notes };
});
