import { data } from 'react-router';

import { adminAction, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { REFUSALS } from '#app/domain/api-error.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import type { Route } from './+types/admin-events-panel.ts';
import { type AdminEventRow, archiveEvent, deleteEvent, type EventTakings, listAdminEvents, readTakingsToday, type RemoveEventOutcome } from './service.server.ts';

export type ListedEvent = Pick<AdminEventRow, 'id' | 'title' | 'date' | 'time' | 'image' | 'visibility' | 'price' | 'maxTickets' | 'sold' | 'partiesWaiting' | 'taken' | 'unfinished' | 'failed' | 'owed' | 'withdrawnAt'>;

interface PanelData {
  today: EventTakings[];
  coming: ListedEvent[];
  past: ListedEvent[];
  archived: ListedEvent[];
}

/** Null for staff without the right `admin`, who see the rest of the page. */
export async function loader({ context }: Route.LoaderArgs): Promise<PanelData | null> {
  const { deps, actor } = context.get(requestContext);
  if (actor.kind === 'guest' || !actor.rights.includes('admin')) return null;
  const [events, today] = await Promise.all([listAdminEvents(deps), readTakingsToday(deps)]);
  return { ...events, today };
}

type Submission = AdminSubmission<'admin', undefined>;

export const action = adminAction({
  right: 'admin',
  intents: {
    delete: async (sent) => removed(sent, await deleteEvent(sent.deps, sent.staff, { eventId: eventIn(sent) }), 'Esdeveniment esborrat.'),
    archive: async (sent) => removed(sent, await archiveEvent(sent.deps, sent.staff, { eventId: eventIn(sent) }), 'Esdeveniment arxivat. Els tiquets continuen valent.'),
  },
});

function eventIn({ text }: Pick<Submission, 'text'>): number {
  const eventId = parseEventId(text('eventId'));
  if (eventId === null) throw data(null, { status: 400 });
  return eventId;
}

function removed({ answer, done }: Submission, outcome: RemoveEventOutcome, message: string): ReturnType<Submission['answer']> {
  return answer(outcome, {
    done: () => done('/admin', message),
    has_sold_tickets: () => refuseAction(null, REFUSALS.HAS_SOLD_TICKETS.message),
    not_found: gone,
  });
}

function gone(): ReplyData {
  return refuseAction(null, 'Este esdeveniment ja no hi és.');
}
