import type { AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';

import type { SeenHall } from '../service.server.ts';

/** What stood in the form that was sent. */
export function seenHall({ record: eventId, text }: AdminSubmission<'admin', number>): SeenHall {
  const version = text('version');
  return { eventId, version: /^\d{1,9}$/.test(version) ? Number(version) : null };
}
