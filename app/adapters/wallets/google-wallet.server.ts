import { createHash } from 'node:crypto';

import { SignJWT } from 'jose';

import type { WalletTicket } from '#app/ticket-rendering/wallet/wallet-ticket.ts';

import type { GoogleCredentials } from './wallet-credentials.server.ts';

const SAVE_PAGE = 'https://pay.google.com/gp/v/save/';
/** Browsers and phones cut longer addresses: with everything in it, a link stays below 1800 characters. */
const MOST_OF_A_LINE = 60;

/** A link that saves the ticket: it carries class and object, so that nobody has to be asked beforehand. */
export async function googleWalletLink(ticket: WalletTicket, { credentials, origin, now }: { credentials: GoogleCredentials; origin: string; now: Date }): Promise<string> {
  const { issuerId, serviceAccount, key } = credentials;
  const eventClass = {
    issuerName: clipped(ticket.association),
    eventName: inCatalan(clipped(ticket.eventTitle)),
    ...(ticket.place !== null && { venue: { name: inCatalan(clipped(ticket.place)), address: inCatalan(clipped(ticket.address)) } }),
    dateTime: { start: ticket.startsAt, end: ticket.endsAt },
    hexBackgroundColor: ticket.palette.ground,
    reviewStatus: 'UNDER_REVIEW',
  };
  const classId = `${issuerId}.acte-${ticket.eventId}-${nameOf(eventClass)}`;
  const eventObject = {
    classId,
    state: 'ACTIVE',
    ticketNumber: ticket.ticketNumber,
    ...(ticket.holder !== null && { ticketHolderName: clipped(ticket.holder) }),
    ...(ticket.dishes !== '' && { textModulesData: [{ id: 'plats', header: 'Plats', body: clipped(ticket.dishes) }] }),
    barcode: { type: 'QR_CODE', value: ticket.id, alternateText: ticket.ticketNumber },
  };
  const payload = {
    eventTicketClasses: [{ id: classId, ...eventClass }],
    eventTicketObjects: [{ id: `${issuerId}.tiquet-${nameOf(eventObject)}`, ...eventObject }],
  };
  const jwt = await new SignJWT({ typ: 'savetowallet', origins: [origin], payload })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(serviceAccount)
    .setAudience('google')
    .setIssuedAt(now)
    .sign(key);
  return SAVE_PAGE + jwt;
}

/** What is saved under a name is never changed by a link: other contents get another one. */
function nameOf(contents: object): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('base64url').slice(0, 16);
}

function inCatalan(value: string): { defaultValue: { language: string; value: string } } {
  return { defaultValue: { language: 'ca', value } };
}

function clipped(text: string): string {
  return text.length <= MOST_OF_A_LINE ? text : `${text.slice(0, MOST_OF_A_LINE - 1).trimEnd()}…`;
}
