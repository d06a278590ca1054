import type { IncomingHttpHeaders } from 'node:http';

import { disputeShape, errorBody, eventShape, listShape, refundShape, sessionShape, STRIPE_KEY, type StripeLedger, type StripeRefund, type StripeSession } from './stripe-server-ledger.ts';
import { movesOf, payoutShape } from './stripe-server-balance.ts';
import type { StripeEvent } from './stripe-server.ts';

interface Parts {
  ledger: StripeLedger;
  base: string;
  balance: { balance: number };
  events: readonly StripeEvent[];
  happened: (type: string, object: Record<string, unknown>) => Promise<void>;
}

interface Call {
  method: string;
  url: URL;
  body: string;
  headers: IncomingHttpHeaders;
}

/** `kept`: the answer is stored under the call's idempotency key; a call that failed its checks leaves no trace there. */
export interface Answer {
  status: number;
  body: string;
  isStored: boolean;
}

const API_VERSION = '2026-10-28.endive';
const SHORTEST_PAGE_S = 30 * 60;
const LONGEST_PAGE_S = 24 * 3600;
/** Of euros, in cents. */
const SMALLEST_CHARGE = 50;
const LARGEST_CHARGE = 99_999_999;
const LOCALES = new Set(['auto', 'de', 'en', 'es', 'fr', 'it', 'pt']);

export async function answerApi(parts: Parts, call: Call): Promise<Answer> {
  if (call.headers.authorization !== `Bearer ${STRIPE_KEY}`) return refused(401, 'Invalid API Key provided');
  if (call.headers['stripe-version'] !== API_VERSION) return refused(400, 'an API version nobody asked for');
  const path = `${call.method} ${call.url.pathname}`;
  const named = /^(GET|POST) \/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path);
  const fields = new URLSearchParams(call.method === 'POST' ? call.body : call.url.search);
  const expand = [...fields].filter(([name]) => name.startsWith('expand[')).map(([, value]) => value);
  if (path === 'POST /v1/checkout/sessions') return createSession(parts, fields);
  if (path === 'GET /v1/checkout/sessions') return listSessions(parts, fields, expand);
  if (named) return namedSession(parts, { id: named[2]!, isExpire: named[3] !== undefined, expand });
  if (path === 'POST /v1/refunds') return createRefund(parts, fields);
  if (path === 'GET /v1/refunds') return done(pageOf(aboutCharges(parts, fields, refundsOf), fields, '/v1/refunds'));
  if (path === 'GET /v1/disputes') return done(pageOf(aboutCharges(parts, fields, disputesOf), fields, '/v1/disputes'));
  if (path === 'GET /v1/balance_transactions') {
    const payout = fields.get('payout');
    if (payout !== null && parts.ledger.payouts.get(payout)?.automatic === false) return refused(400, 'Balance transaction history can only be filtered on automatic transfers, not manual.', { param: 'payout' });
    const taken = payout === null ? null : (parts.ledger.payouts.get(payout)?.moves ?? []);
    const moves = movesOf(parts.ledger, expand.includes('data.source')).filter(({ id }) => taken === null || id === `txn_${payout}` || taken.includes(String(id)));
    return done(pageOf(moves, fields, '/v1/balance_transactions'));
  }
  if (path === 'GET /v1/payouts') return done(pageOf([...parts.ledger.payouts.values()].map(payoutShape), fields, '/v1/payouts'));
  if (path === 'GET /v1/events') {
    const types = [...fields].flatMap(([name, type]) => (name.startsWith('types[') ? [type] : []));
    if (types.length > 20) return refused(400, 'You can only filter by up to 20 types', { param: 'types' });
    const listed = parts.events.filter((event) => types.length === 0 || types.includes(event.type)).map(eventShape);
    return done(pageOf(listed, fields, '/v1/events'));
  }
  return refused(404, `Unrecognized request URL (${path})`);
}

function createSession(parts: Parts, fields: URLSearchParams): Answer {
  const { ledger } = parts;
  const expiresAt = Number(fields.get('expires_at'));
  const locale = fields.get('locale');
  if (locale !== null && !LOCALES.has(locale)) return refused(400, `Invalid locale: ${locale}`, { param: 'locale' });
  const email = fields.get('customer_email');
  if (email !== null && !/\.[a-z]{2,}$/.test(email)) return refused(400, `Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
  const lines: StripeSession['lines'] = [];
  for (let n = 0; fields.has(`line_items[${n}][price_data][unit_amount]`); n += 1) {
    const name = fields.get(`line_items[${n}][price_data][product_data][name]`) ?? '';
    const description = fields.get(`line_items[${n}][price_data][product_data][description]`);
    if (name === '' || description === '') return refused(400, 'You passed an empty string', { param: `line_items[${n}][price_data][product_data]` });
    lines.push({ name, description, amount: Number(fields.get(`line_items[${n}][price_data][unit_amount]`)), quantity: Number(fields.get(`line_items[${n}][quantity]`)) });
  }
  if (lines.length === 0) return refused(400, 'Missing required param: line_items.', { param: 'line_items' });
  const amount = lines.reduce((sum, line) => sum + line.amount * line.quantity, 0);
  if (amount < SMALLEST_CHARGE) return refused(400, "The Checkout Session's total amount due must add up to at least €0.50 eur", { code: 'amount_too_small' });
  if (amount > LARGEST_CHARGE) return refused(400, "The Checkout Session's total amount must be no more than €999,999.99", { code: 'amount_too_large' });
  if (!(expiresAt >= ledger.now() + SHORTEST_PAGE_S && expiresAt <= ledger.now() + LONGEST_PAGE_S)) {
    return refused(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.', { param: 'expires_at' });
  }
  const metadata = Object.fromEntries([...fields].flatMap(([name, value]) => (name.startsWith('metadata[') ? [[name.slice(9, -1), value]] : [])));
  const session: StripeSession = {
    id: ledger.newId('cs_test'),
    created: ledger.now(),
    expiresAt,
    status: 'open',
    paymentStatus: 'unpaid',
    amount,
    currency: fields.get('line_items[0][price_data][currency]') ?? '',
    reference: fields.get('client_reference_id'),
    email,
    locale,
    metadata,
    lines,
    successUrl: fields.get('success_url') ?? '',
    cancelUrl: fields.get('cancel_url') ?? '',
    intent: null,
    declines: 0,
  };
  ledger.sessions.set(session.id, session);
  return done(sessionShape(session, parts.base, []));
}

type Shape = Record<string, unknown>;

function listSessions(parts: Parts, fields: URLSearchParams, expand: readonly string[]): Answer {
  const intent = fields.get('payment_intent');
  const inner = expand.map((one) => one.replace(/^data\./, ''));
  const sessions = [...parts.ledger.sessions.values()].filter((one) => intent === null || one.intent?.id === intent);
  return done(pageOf(sessions.map((one) => sessionShape(one, parts.base, inner)), fields, '/v1/checkout/sessions'));
}

/** Of one charge, or of all. */
function aboutCharges(parts: Parts, fields: URLSearchParams, shapesOf: (session: StripeSession) => Shape[]): Shape[] {
  const charge = fields.get('charge');
  const sessions = [...parts.ledger.sessions.values()].filter((one) => one.intent?.charge && (charge === null || one.intent.charge.id === charge));
  return sessions.flatMap(shapesOf).toSorted((one, other) => Number(one['created']) - Number(other['created']));
}

function refundsOf(session: StripeSession): Shape[] {
  return session.intent!.charge!.refunds.map((refund) => refundShape(session, refund));
}

function disputesOf(session: StripeSession): Shape[] {
  return session.intent!.charge!.dispute === null ? [] : [disputeShape(session)];
}

/** Newest first, from an instant on, a page at a time. */
function pageOf(oldestFirst: readonly Shape[], fields: URLSearchParams, url: string): Shape {
  const limit = Number(fields.get('limit') ?? 10);
  const since = Number(fields.get('created[gte]') ?? 0);
  const until = Number(fields.get('created[lt]') ?? Infinity);
  const newestFirst = oldestFirst.toReversed().filter((one) => Number(one['created']) >= since && Number(one['created']) < until);
  const start = fields.has('starting_after') ? newestFirst.findIndex((one) => one['id'] === fields.get('starting_after')) + 1 : 0;
  return listShape(newestFirst.slice(start, start + limit), url, newestFirst.length > start + limit);
}

async function namedSession(parts: Parts, input: { id: string; isExpire: boolean; expand: readonly string[] }): Promise<Answer> {
  const session = parts.ledger.sessions.get(input.id);
  if (!session) return refused(404, `No such checkout.session: '${input.id}'`, { code: 'resource_missing', param: 'session' });
  if (input.isExpire) {
    if (session.status !== 'open') return refused(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    session.status = 'expired';
    await parts.happened('checkout.session.expired', sessionShape(session, parts.base, []));
  }
  return done(sessionShape(session, parts.base, input.expand));
}

async function createRefund(parts: Parts, fields: URLSearchParams): Promise<Answer> {
  const session = parts.ledger.sessionOfCharge(fields.get('charge') ?? '');
  const charge = session?.intent?.charge;
  if (!session || !charge) return refused(404, 'No such charge', { code: 'resource_missing', param: 'charge' });
  const back = charge.refunds.filter((refund) => refund.status !== 'failed').reduce((sum, refund) => sum + refund.amount, 0);
  const amount = Number(fields.get('amount') ?? charge.amount - back);
  if (back >= charge.amount) return refused(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (charge.dispute !== null && charge.dispute.status === 'lost') return refused(400, 'This charge has been charged back.', { code: 'charge_disputed' });
  if (amount > charge.amount - back) return refused(400, 'Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
  const isCovered = amount <= parts.balance.balance;
  if (isCovered) parts.balance.balance -= amount;
  const refund: StripeRefund = {
    id: parts.ledger.newId('re'),
    created: parts.ledger.now(),
    amount,
    status: isCovered ? 'succeeded' : 'pending',
    failureReason: null,
    metadata: Object.fromEntries([...fields].flatMap(([name, value]) => (name.startsWith('metadata[') ? [[name.slice(9, -1), value]] : []))),
  };
  charge.refunds.push(refund);
  await parts.happened('refund.created', refundShape(session, refund));
  return done(refundShape(session, refund));
}

function done(shape: Record<string, unknown>): Answer {
  return { status: 200, body: JSON.stringify(shape), isStored: true };
}

function refused(status: number, message: string, extra: Record<string, string> = {}): Answer {
  return { status, body: errorBody('invalid_request_error', message, extra), isStored: false };
}
