import type { AdminRequest } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { EditedEvent } from './schema.ts';
import { findEditedEvent } from './service.server.ts';

export async function eventAt({ deps, param }: AdminRequest<'admin'>): Promise<EditedEvent | null> {
  return eventWithId(deps, param('eventId'));
}

export async function eventWithId(deps: Deps, text: string): Promise<EditedEvent | null> {
  const id = parseEventId(text);
  return id === null ? null : findEditedEvent(deps, id);
}
