import { googleWalletLink } from '#app/platform/adapters/wallets/google-wallet.server.ts';
import { currentApple } from '#app/platform/adapters/wallets/wallet-credentials.server.ts';
import { searchableVenue } from '#app/domain/association.ts';
import { posterPalette } from '#app/domain/event/drawing/poster-palette.ts';
import { isHandedOut, isPaid } from '#app/domain/order/status.ts';
import type { WalletTicket } from '#app/domain/ticket/wallet-ticket.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { TICKET_HEADINGS } from '#app/domain/people/roles.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { addDays, formatDate } from '#app/domain/time/dates.ts';
import { instantInMadrid } from '#app/domain/time/madrid-time.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { type OrderRecord, printableTicket, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import { ticketIssuer } from '#app/features/settings/service.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import { renderApplePass } from '#app/design/ticket-rendering/ticket-renderer.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { withinDrawingLimits } from '../drawing-limits.server.ts';
import { selectOwner, selectTicketOf } from '../my-tickets/store.server.ts';
import { findReceived } from '../transfer/service.server.ts';

/** By the order's link, by the account, or by the recipient's key. */
export type WalletHolder = { kind: 'bearer'; bearer: string; ticketNumber: string } | { kind: 'account'; actor: Actor; ticketNumber: string } | { kind: 'recipient'; key: string };

export interface OfferedWallets {
  apple: boolean;
  google: boolean;
}

export function offeredWallets(deps: Deps): OfferedWallets {
  return { apple: currentApple(deps.wallets, deps.clock.now()) !== null, google: deps.wallets.google !== null };
}

/** Both wallets: a mail may be read on any device. `call`: the ticket's API path. */
export function walletLinks(deps: Deps, call: string): { name: string; url: string }[] {
  const { apple, google } = offeredWallets(deps);
  const link = (name: string, wallet: string): { name: string; url: string } => ({ name, url: new URL(`${call}/${wallet}`, deps.env.publicUrl).href });
  return [...(apple ? [link('Apple Wallet', 'apple-wallet')] : []), ...(google ? [link('Google Wallet', 'google-wallet')] : [])];
}

type PassOutcome = { outcome: 'made'; pass: Uint8Array; ticketNumber: string } | { outcome: 'nothing' } | { outcome: 'later'; retryAfterSeconds: number };

/** Made on request and never stored; null for an invalid ticket. */
export async function makeApplePass(deps: Deps, holder: WalletHolder, request: { network: string; limits: RateLimits; signal: AbortSignal }): Promise<PassOutcome> {
  const credentials = currentApple(deps.wallets, deps.clock.now());
  const found = credentials === null ? null : await findValid(deps, holder);
  if (credentials === null || found === null) return { outcome: 'nothing' };
  const { limits, network, signal } = request;
  return withinDrawingLimits({ limits, key: found.ticket.id, network }, async () => {
    const [ticket, { crest }] = await Promise.all([walletTicket(deps, found), ticketIssuer(deps)]);
    return { outcome: 'made', pass: await renderApplePass({ ticket, credentials, crest }, { for: 'page', slots: deps.concurrency.drawings, signal }), ticketNumber: ticket.ticketNumber };
  });
}

/** Google's address that saves the ticket; null where there is nothing to save. */
export async function linkToGoogleWallet(deps: Deps, holder: WalletHolder): Promise<string | null> {
  const { google } = deps.wallets;
  const found = google === null ? null : await findValid(deps, holder);
  if (google === null || found === null) return null;
  return googleWalletLink(await walletTicket(deps, found), { credentials: google, origin: deps.env.publicUrl.origin, now: deps.clock.now() });
}

interface Found {
  order: OrderRecord;
  ticket: TicketRecord;
  /** The recipient's name. */
  holder: string | null;
}

/** Null unless the ticket is valid and theirs. */
async function findValid(deps: Deps, wanted: WalletHolder): Promise<Found | null> {
  const found = wanted.kind === 'recipient' ? await findReceived(deps, wanted.key) : await findOwn(deps, wanted);
  if (found === null) return null;
  const { order, ticket } = found;
  const holder = wanted.kind === 'recipient' ? ticket.givenTo : null;
  const isTheirs = isHandedOut(wanted.kind === 'recipient' ? { ...ticket, givenTo: null } : ticket);
  const letsIn = isTheirs && ticket.status === 'active' && isPaid(order.status) && order.event.withdrawnAt === null;
  return letsIn ? { order, ticket, holder: holder === '' ? null : holder } : null;
}

async function findOwn(deps: Deps, wanted: Exclude<WalletHolder, { kind: 'recipient' }>): Promise<Omit<Found, 'holder'> | null> {
  const which = isStorableText(wanted.ticketNumber) ? await ownOrder(deps, wanted) : null;
  const order = which && (await selectOrder(deps.db.query, which));
  const ticket = order && (await selectTickets(deps.db.query, [order.id])).find(({ ticketNumber }) => ticketNumber === wanted.ticketNumber);
  return order && ticket ? { order, ticket } : null;
}

async function ownOrder(deps: Deps, wanted: Exclude<WalletHolder, { kind: 'recipient' }>): Promise<{ id: string } | { bearer: string } | null> {
  if (wanted.kind === 'bearer') return isUuid(wanted.bearer) ? { bearer: wanted.bearer.toLowerCase() } : null;
  if (wanted.actor.kind === 'guest') return null;
  const owner = await selectOwner(deps.db.query, wanted.actor.userId);
  const row = owner && (await selectTicketOf(deps.db.query, owner, wanted.ticketNumber));
  return row ? { id: row.orderId } : null;
}

/** Without an end time the pass expires the next morning. */
const USUAL_HOURS = 12;

async function walletTicket(deps: Deps, { order, ticket, holder }: Found): Promise<WalletTicket> {
  const { association } = await deps.settings.current();
  const { event, eventId } = order;
  const printable = printableTicket(order, ticket);
  const place = event.location?.trim() || null;
  return {
    id: ticket.id,
    ticketNumber: ticket.ticketNumber,
    heading: TICKET_HEADINGS[ticket.userRole],
    eventId,
    eventTitle: printable.eventTitle,
    emoji: event.image,
    dateText: formatDate(event.date),
    time: event.time,
    startsAt: event.startsAt.toISOString(),
    endsAt: endOf(event).toISOString(),
    place,
    address: searchableVenue(place ?? association.street, association),
    town: `${association.postcode} ${association.town}`,
    dishes: [...printable.menu.flatMap(({ items }) => items), ...printable.extras].map(({ name }) => name).join(', '),
    holder,
    association: association.name,
    eventUrl: new URL(`/order/${eventId}`, deps.env.publicUrl).href,
    palette: posterPalette(eventId, association.colours),
  };
}

function endOf({ date, time, endTime, startsAt }: OrderRecord['event']): Date {
  if (endTime === null) return new Date(startsAt.getTime() + USUAL_HOURS * 60 * 60_000);
  return new Date(instantInMadrid(endTime < time ? addDays(date, 1) : date, endTime));
}
