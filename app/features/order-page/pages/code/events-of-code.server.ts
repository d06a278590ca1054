import { data, type LoaderFunctionArgs, redirect } from 'react-router';

import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { type Actor } from '#app/domain/people/actor.ts';
import { weekdayName } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { voucherText, voucherWindowProblem } from '#app/domain/vouchers/voucher.ts';
import type { EventSummary } from '#app/features/events/schema.ts';
import { findEventOnItsPage, listEvents } from '#app/features/events/service.server.ts';
import { ANY_EVENT, cookieOfCode, voucherOfMany } from '#app/features/vouchers/link/service.server.ts';
import type { Voucher } from '#app/features/vouchers/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import { takeCodeOfLink } from '../order/prices/voucher-link.server.ts';

interface EventOfCode extends Pick<EventSummary, 'id' | 'title' | 'image' | 'picture' | 'available' | 'unavailableReason'> {
  when: string;
}

interface EventsOfCode {
  label: string;
  text: string;
  problem: string | null;
  events: EventOfCode[];
}

/** A link holds the code for as long as an event has yet to be chosen; where there is but one, it is. */
export async function loadEventsOfCode(args: LoaderFunctionArgs): Promise<ReturnType<typeof data<EventsOfCode | null>>> {
  await takeCodeOfLink(args);
  const { deps, actor } = args.context.get(requestContext);
  const voucher = await voucherOfMany(deps, args.request.headers);
  if (voucher === null) return data<EventsOfCode | null>(null, { status: 404 });
  const now = deps.clock.now();
  const problem = voucherWindowProblem(voucher, { eventId: voucher.eventIds[0] ?? ANY_EVENT, now });
  const events = problem === null ? await comingEvents(deps, actor, { voucher, today: dayInMadrid(now) }) : [];
  const requested = parseEventId(args.url.searchParams.get('acte') ?? '');
  const chosen = events.length === 1 ? events[0] : events.find(({ id }) => id === requested);
  if (chosen !== undefined) throw redirect(`/order/${chosen.id}`, { headers: { ...PRIVATE_LINK, 'Set-Cookie': cookieOfCode(deps, voucher, chosen.id) } });
  return data<EventsOfCode | null>({ label: voucher.label, text: voucherText(voucher), problem, events: events.map(toRow) });
}

/** Those that the visitor may see; with a key, those that it opens. */
async function comingEvents(deps: Deps, actor: Actor, { voucher, today }: { voucher: Voucher; today: string }): Promise<EventSummary[]> {
  const { eventIds, worth } = voucher;
  const events =
    worth.kind === 'unlock'
      ? (await Promise.all(eventIds.map((id) => findEventOnItsPage(deps, actor, id, { byAccessCode: true })))).flatMap((found) => found?.event ?? [])
      : (await listEvents(deps, actor)).filter(({ id }) => eventIds.length === 0 || eventIds.includes(id));
  return events.filter(({ date, maxTickets }) => date >= today && maxTickets !== 0);
}

function toRow({ id, title, image, picture, available, unavailableReason, date, dateText, time, location }: EventSummary): EventOfCode {
  return { id, title, image, picture, available, unavailableReason, when: [`${weekdayName(date)}, ${dateText}`, time, location].filter(Boolean).join(' · ') };
}
