import { data, type LoaderFunctionArgs } from 'react-router';

import { placeOnMap } from '#app/domain/association.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { weekdayName } from '#app/domain/time/dates.ts';
import { timeText } from '#app/domain/time/instant-text.ts';
import { costTheSame, type Menu } from '#app/domain/event/menu.ts';
import { maySee, type Role, VISIBILITIES, type Visibility } from '#app/domain/people/roles.ts';
import { ownQuota } from '#app/features/checkout/member-quota/service.server.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { findEventOnItsPage } from '#app/features/events/service.server.ts';
import { findGroupByCode, type GroupCaller } from '#app/features/groups/codes/service.server.ts';
import { holdsAccessCode, voucherEnteredFor } from '#app/features/vouchers/link/service.server.ts';
import { missingOfSeller } from '#app/features/settings/service.server.ts';
import { offerOpenedBy, readStandingOffer } from '#app/features/waiting-list/service.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import type { EventForOrder, EventRefusal, LinkedGroup, VoucherView } from './event-for-order.ts';

/** Past the limit of codes that nobody has the event's page opens all the same, without a colla. */
async function linkedGroup(deps: Deps, caller: GroupCaller, { url, eventId }: { url: URL; eventId: number }): Promise<LinkedGroup | null> {
  const code = url.searchParams.get('colla');
  const group = code === null ? null : await findGroupByCode(deps, caller, code).catch(unlessLimited);
  return group === null || group.eventId !== eventId || group.closed ? null : { code: group.code, name: group.name, places: group.places };
}

function unlessLimited(error: unknown): null {
  if (error instanceof Refusal && error.code === 'RATE_LIMITED') return null;
  throw error;
}

/** Not found, not visible and not a number are all 404. */
export async function loadEventForOrder({ params, request, url, context }: LoaderFunctionArgs): Promise<EventForOrder> {
  const { deps, actor: caller, address, limits } = context.get(requestContext);
  const viewedAs = viewedRole(caller, url.searchParams.get('view'));
  const actor: Actor = viewedAs === null || caller.kind === 'guest' ? caller : viewedAs === 'public' ? { kind: 'guest', visitor: null } : { ...caller, role: viewedAs, rights: [] };
  const id = parseEventId(params['eventId'] ?? '');
  const byAccessCode = id !== null && (await holdsAccessCode(deps, request.headers, id));
  const found = id === null ? null : await findEventOnItsPage(deps, actor, id, { byAccessCode });
  if (found === null) throw data<EventRefusal>({ signedIn: caller.kind === 'user' }, { status: 404 });
  const account = actor.kind === 'user' ? { email: actor.email, name: actor.name } : null;
  const untilSale = found.event.saleStart === null ? 0 : Date.parse(found.event.saleStart) - deps.clock.now().getTime();
  const opensIn = untilSale > 0 ? Math.ceil(untilSale / 1000) : null;
  const { association } = await deps.settings.current();
  const { memberMenu, saleText, version, takesWaiters, asksNeeds, menuAs } = found;
  const offer = await readStandingOffer(deps, { entryId: offerOpenedBy(deps, request.headers), eventId: found.event.id });
  const remaining = offer === null || found.event.remaining === null ? found.event.remaining : found.event.remaining + offer.places;
  const event = offer === null ? found.event : { ...found.event, saleStatus: 'open' as const, available: true, unavailableReason: null, remaining };
  return {
    event,
    version,
    ...(viewedAs !== null && { viewedAs }),
    ...(roleOf(actor) !== 'admin' && (await missingOfSeller(deps)).length > 0 && { notSelling: true }),
    linkedGroup: await linkedGroup(deps, { actor, headers: request.headers, network: address, limits }, { url, eventId: event.id }),
    mayWait: takesWaiters,
    asksNeeds,
    memberMenu,
    opensIn,
    byAccessCode: byAccessCode && !maySee(roleOf(actor), event.visibility),
    ...(await pricesFor(deps, { actor, headers: request.headers, event, menuAs })),
    viewer: { role: roleOf(actor), account, offered: offer?.places ?? 0 },
    paying: { pageMs: deps.env.hold.sessionMs, sums: deps.payments.chargeLimits },
    offer: offer && { places: offer.places, until: timeText(offer.expiresAt.toISOString()), secondsLeft: offer.secondsLeft },
    about: {
      saleText: offer === null ? saleText : `Guardades per a tu fins a les ${timeText(offer.expiresAt.toISOString())}`,
      mapUrl: placeOnMap(event.location, association),
      share: {
        title: event.title,
        text: `${event.image} ${event.title}\n${[`${weekdayName(event.date)}, ${event.dateText}`, event.time, event.location].filter(Boolean).join(' · ')}`,
        url: new URL(`/order/${event.id}`, deps.env.publicUrl).href,
      },
    },
  };
}

/** Codes are not for the box office, whose tickets are free. */
async function pricesFor(deps: Deps, { actor, headers, event, menuAs }: { actor: Actor; headers: Headers; event: EventDetail; menuAs: (role: Role) => Menu }): Promise<Pick<EventForOrder, 'prices' | 'voucher'>> {
  const isBoxOffice = roleOf(actor) === 'admin';
  const [quota, entered] = await Promise.all([
    // A quota of what costs everybody the same says nothing.
    costTheSame(menuAs(roleOf(actor)), menuAs('public')) ? null : ownQuota(deps.db.query, event, actor),
    isBoxOffice ? null : voucherEnteredFor(deps, headers, { eventId: event.id, menuAs }),
  ]);
  const applies = entered !== null && entered.problem === undefined ? { terms: entered.terms, categoryMenu: entered.categoryMenu } : null;
  const voucher: VoucherView | null = entered && (entered.problem === undefined ? { label: entered.label, text: entered.text, problem: null } : entered);
  return { prices: quota === null && applies === null ? null : { publicMenu: menuAs('public'), quota, voucher: applies }, voucher };
}

/** An admin looks at the page as somebody else sees it; for all others the word says nothing. */
function viewedRole(actor: Actor, requested: string | null): Visibility | null {
  if (actor.kind === 'guest' || !actor.rights.includes('admin')) return null;
  return VISIBILITIES.find((role) => role === requested) ?? null;
}
