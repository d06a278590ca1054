import { createHash } from 'node:crypto';

import { SignJWT } from 'jose';

import type { WalletTicket } from '#app/domain/ticket/wallet-ticket.ts';

import type { GoogleCredentials } from './wallet-credentials.server.ts';

const SAVE_PAGE = 'https://pay.google.com/gp/v/save/';
/** Browsers cut the links of longer ones, Google says. */
const LONGEST_TOKEN = 1_800;
const LINE_LENGTHS = [80, 60, 48, 40, 32, 24, 16, 8] as const;

export interface GoogleLinkParts {
  credentials: GoogleCredentials;
  origin: string;
  now: Date;
}

/** A link that saves the ticket: it carries class and object, so that nobody has to be asked beforehand. */
export async function googleWalletLink(ticket: WalletTicket, parts: GoogleLinkParts): Promise<string> {
  let token = '';
  for (const length of LINE_LENGTHS) {
    token = await signed(savedTicket(ticket, { issuerId: parts.credentials.issuerId, length }), parts);
    if (token.length <= LONGEST_TOKEN) break;
  }
  return SAVE_PAGE + token;
}

function signed(payload: ReturnType<typeof savedTicket>, { credentials, origin, now }: GoogleLinkParts): Promise<string> {
  return new SignJWT({ typ: 'savetowallet', origins: [origin], payload })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(credentials.serviceAccount)
    .setAudience('google')
    .setIssuedAt(now)
    .sign(credentials.key);
}

function savedTicket(ticket: WalletTicket, { issuerId, length }: { issuerId: string; length: number }) {
  const line = (text: string): string => (text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`);
  const inCatalan = (text: string) => ({ defaultValue: { language: 'ca', value: line(text) } });
  const eventClass = {
    issuerName: line(ticket.association),
    eventName: inCatalan(ticket.eventTitle),
    ...(ticket.place !== null && { venue: { name: inCatalan(ticket.place), address: inCatalan(ticket.town) } }),
    dateTime: { start: inSeconds(ticket.startsAt), end: inSeconds(ticket.endsAt) },
    hexBackgroundColor: ticket.palette.ground,
    reviewStatus: 'UNDER_REVIEW',
  };
  const classId = `${issuerId}.${nameOf([ticket.eventId, eventClass])}`;
  const eventObject = {
    classId,
    state: 'ACTIVE',
    ticketNumber: ticket.ticketNumber,
    ...(ticket.holder !== null && { ticketHolderName: line(ticket.holder) }),
    ...(ticket.dishes !== '' && { textModulesData: [{ id: 'plats', header: 'Plats', body: line(ticket.dishes) }] }),
    barcode: { type: 'QR_CODE', value: ticket.id, alternateText: ticket.ticketNumber },
  };
  return {
    eventTicketClasses: [{ id: classId, ...eventClass }],
    eventTicketObjects: [{ id: `${issuerId}.${nameOf(eventObject)}`, ...eventObject }],
  };
}

function nameOf(contents: object): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('base64url').slice(0, 12);
}

function inSeconds(instant: string): string {
  return instant.replace(/\.\d+Z$/, 'Z');
}
