import { data } from 'react-router';

import { adminAction, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { parseSeason, seasonText } from '#app/domain/time/season.ts';
import { REFUSALS } from '#app/domain/api-error.ts';
import { requestedPage } from '#app/design/ui/layout/pager.tsx';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import type { Route } from './+types/admin-events-panel.ts';
import { type AdminEventRow, type PanelList, type EventListPage, type EventTakings, type PanelOverview, readEventList, readPanel, readTakingsToday } from './panel/service.server.ts';
import { archiveEvent, deleteEvent, type RemoveEventOutcome } from './service.server.ts';

export type PanelEvent = AdminEventRow;

interface PanelData {
  today: EventTakings[];
  overview: PanelOverview | null;
  /** Asked for by a link of the overview, which it then replaces. */
  list: (EventListPage & { name: string; address: string }) | null;
}

/** Null for staff without the right `admin`, who see the rest of the page. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<PanelData | null> {
  const { deps, actor } = context.get(requestContext);
  if (actor.kind === 'guest' || !actor.rights.includes('admin')) return null;
  const requested = url.searchParams.get('acts') ?? '';
  const list = requested === 'coming' || requested === 'archived' ? requested : parseSeason(requested);
  const today = readTakingsToday(deps);
  if (list === null) return { overview: await readPanel(deps), list: null, today: await today };
  const page = await readEventList(deps, list, requestedPage(url.searchParams));
  return { overview: null, list: { ...page, name: nameOf(list), address: String(list) }, today: await today };
}

function nameOf(list: PanelList): string {
  if (list === 'coming') return 'Els pròxims actes';
  return list === 'archived' ? 'Arxivats' : `Temporada ${seasonText(list)}`;
}

type Submission = AdminSubmission<'admin', undefined>;

export const action = adminAction({
  right: 'admin',
  touches: { delete: 'event', archive: 'event' },
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
