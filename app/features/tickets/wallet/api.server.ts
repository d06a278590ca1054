import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import type { EdgeParts } from '#app/platform/http/edge.server.ts';
import { ORDER_ID, pathParameter, problems, TICKET_NUMBER } from '#app/platform/http/openapi/openapi.server.ts';

import { linkToGoogleWallet, makeApplePass, type WalletHolder } from './service.server.ts';

/** The address alone opens the ticket. */
const HEADERS = { 'Referrer-Policy': 'no-referrer' };
const PASS = { description: 'A pass for Apple Wallet', content: { 'application/vnd.apple.pkpass': { schema: { type: 'string', format: 'binary' } } } };
const LINK = { description: 'To Google, which saves the ticket', headers: { Location: { schema: { type: 'string', format: 'uri' } } } };
export const RECIPIENT_KEY = pathParameter('key', { type: 'string', pattern: '^([A-Z2-7]{26}|[0-9a-f-]{36}\\.[A-Za-z0-9_-]{43})$' });

export const walletCalls: readonly Call[] = [
  call('GET', '/api/orders/:orderId/tickets/:number/apple-wallet', {
    audience: 'order_bearer',
    headers: HEADERS,
    openapi: { summary: 'A ticket of an order as a pass for Apple Wallet, where the association has a certificate for it', parameters: [ORDER_ID, TICKET_NUMBER], responses: { 200: PASS, ...problems(404, 429, 500, 503) } },
    handle: (c, parts) => passFor(parts, { kind: 'bearer', bearer: c.req.param('orderId'), ticketNumber: c.req.param('number') }, { network: c.get('address'), signal: c.req.raw.signal }),
  }),
  call('GET', '/api/orders/:orderId/tickets/:number/google-wallet', {
    audience: 'order_bearer',
    headers: HEADERS,
    openapi: { summary: 'Leads to where Google Wallet saves a ticket of an order', parameters: [ORDER_ID, TICKET_NUMBER], responses: { 302: LINK, ...problems(404, 429, 500, 503) } },
    handle: (c, parts) => linkFor(parts, { kind: 'bearer', bearer: c.req.param('orderId'), ticketNumber: c.req.param('number') }),
  }),
  call('GET', '/api/my-tickets/:number/apple-wallet', {
    audience: 'member',
    headers: HEADERS,
    openapi: { summary: "One's own ticket as a pass for Apple Wallet; for whoever is signed in", parameters: [TICKET_NUMBER], responses: { 200: PASS, ...problems(401, 404, 429, 500, 503) } },
    handle: (c, parts) => passFor(parts, { kind: 'account', actor: c.get('actor'), ticketNumber: c.req.param('number') }, { network: c.get('address'), signal: c.req.raw.signal }),
  }),
  call('GET', '/api/my-tickets/:number/google-wallet', {
    audience: 'member',
    headers: HEADERS,
    openapi: { summary: "Leads to where Google Wallet saves one's own ticket; for whoever is signed in", parameters: [TICKET_NUMBER], responses: { 302: LINK, ...problems(401, 404, 429, 500, 503) } },
    handle: (c, parts) => linkFor(parts, { kind: 'account', actor: c.get('actor'), ticketNumber: c.req.param('number') }),
  }),
  call('GET', '/api/taken-tickets/:key/apple-wallet', {
    audience: 'link_bearer',
    headers: HEADERS,
    openapi: { summary: 'A ticket that somebody was given as a pass for Apple Wallet', parameters: [RECIPIENT_KEY], responses: { 200: PASS, ...problems(404, 429, 500, 503) } },
    handle: (c, parts) => passFor(parts, { kind: 'recipient', key: c.req.param('key') }, { network: c.get('address'), signal: c.req.raw.signal }),
  }),
  call('GET', '/api/taken-tickets/:key/google-wallet', {
    audience: 'link_bearer',
    headers: HEADERS,
    openapi: { summary: 'Leads to where Google Wallet saves a ticket that somebody was given', parameters: [RECIPIENT_KEY], responses: { 302: LINK, ...problems(404, 429, 500, 503) } },
    handle: (c, parts) => linkFor(parts, { kind: 'recipient', key: c.req.param('key') }),
  }),
];

async function passFor({ deps, limits }: EdgeParts, holder: WalletHolder, { network, signal }: { network: string; signal: AbortSignal }): Promise<Response> {
  const made = await makeApplePass(deps, holder, { network, limits, signal });
  if (made.outcome === 'nothing') throw new Refusal('TICKET_NOT_FOUND');
  if (made.outcome === 'later') throw new Refusal('RATE_LIMITED', { retryAfterSeconds: made.retryAfterSeconds });
  return new Response(new Uint8Array(made.pass), {
    headers: { 'Content-Type': 'application/vnd.apple.pkpass', 'Content-Disposition': `attachment; filename="${made.ticketNumber}.pkpass"` },
  });
}

async function linkFor({ deps }: EdgeParts, holder: WalletHolder): Promise<Response> {
  const link = await linkToGoogleWallet(deps, holder);
  if (link === null) throw new Refusal('TICKET_NOT_FOUND');
  return new Response(null, { status: 302, headers: { Location: link } });
}
