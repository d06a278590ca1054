import type { AdminRequest } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';

import { findAnnouncedEvent } from '../service.server.ts';
import type { AnnouncedEvent } from '../store.server.ts';

export async function announcedEventAt({ deps, staff, param }: AdminRequest<'admin'>): Promise<AnnouncedEvent | null> {
  const eventId = parseEventId(param('eventId'));
  return eventId === null ? null : findAnnouncedEvent(deps, staff, eventId);
}
