import { displayName } from '#app/domain/association.ts';
import { calendarFile } from '#app/platform/adapters/calendar/calendar-file.server.ts';
import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { listVisibleEvents } from '#app/features/events/service.server.ts';
import { putFeedToken, selectFeedToken, selectRoleOfFeed } from './store.server.ts';

/** Calendars delete events that a feed no longer contains. */
const RETENTION_DAYS = 90;
const REFRESH_S = 4 * 3_600;

export const PUBLIC_FEED_PATH = '/api/calendar.ics';

export function feedPath(token: string): string {
  return `/api/calendar/${token}`;
}

export async function publicFeed(deps: Deps): Promise<string> {
  return feedFor(deps, 'public');
}

/** Null for an unknown token. */
export async function personalFeed(deps: Deps, token: string): Promise<string | null> {
  const role = isUuid(token) ? await selectRoleOfFeed(deps.db.query, token) : null;
  return role === null ? null : feedFor(deps, role);
}

/** Null without a feed. */
export async function ownFeedPath(deps: Deps, userId: string): Promise<string | null> {
  const token = await selectFeedToken(deps.db.query, userId);
  return token === null ? null : feedPath(token);
}

/** Revokes the former address. */
export async function renewFeed(deps: Deps, userId: string): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now();
    await putFeedToken(tx, { userId, token: deps.ids.uuid(), now });
    await writeAudit(tx, { at: now, actor: `user:${userId}`, action: 'user.calendar_feed_renewed', subject: 'user', subjectId: userId });
  });
}

async function feedFor(deps: Deps, role: Role): Promise<string> {
  const now = deps.clock.now();
  const events = await listVisibleEvents(deps, role, addDays(dayInMadrid(now), -RETENTION_DAYS));
  const { association } = await deps.settings.current();
  return calendarFile({
    entries: events.map(({ id, version, title, description, date, time, endTime, location }) => ({ id, version, title, description, eventDate: date, eventTime: time, eventEndTime: endTime, location })),
    publicUrl: deps.env.publicUrl,
    association,
    stamp: now,
    feed: { name: displayName(association), refreshS: REFRESH_S },
  });
}
