import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { Stripe } from 'stripe';

import { type Clock, systemClock } from '#app/platform/adapters/clock.server.ts';

import { answerApi } from './stripe-server-api.ts';
import {
  chargeShape,
  disputeShape,
  errorBody,
  eventShape,
  intentShape,
  refundShape,
  sessionShape,
  STRIPE_KEY,
  STRIPE_SECRET,
  type StripeLedger,
  stripeLedger,
  type StripeRefund,
  type StripeSession,
} from './stripe-server-ledger.ts';
import { payOut } from './stripe-server-balance.ts';
import { hostedPage } from './stripe-server-page.ts';

/** What goes wrong with the next matching call, before or after its effect. */
export type Fault =
  /** 503; nothing happened, nothing is kept. */
  | 'unavailable'
  /** 500 before anything happened, kept under the idempotency key and repeated for it. */
  | 'kept_500'
  /** 400, for a reason of its own; nothing happened, nothing is kept. */
  | 'refused'
  /** 404: nothing of that name. */
  | 'missing'
  /** It happened; the answer is lost on the way. */
  | 'lost_answer'
  /** It happened; the answer is a 500, kept under the key. */
  | 'done_then_500'
  /** It happened; never an answer. */
  | 'done_then_hang'
  /** Never an answer, and nothing happens. */
  | 'hang'
  /** All goes well, six seconds late. */
  | 'slow'
  | ForeignAnswer;

/** What somebody between us and Stripe may answer; nothing happens. */
export const FOREIGN_ANSWERS = {
  html_503: { status: 503, type: 'text/html', body: '<html><body>Service Unavailable</body></html>' },
  empty_502: { status: 502, type: 'text/plain', body: '' },
  text_200: { status: 200, type: 'text/plain', body: 'OK' },
  json_502: { status: 502, type: 'application/json', body: '{"message":"Bad Gateway"}' },
  json_200: { status: 200, type: 'application/json', body: '{"id":"x","object":"something.else","status":"ok"}' },
  json_403: { status: 403, type: 'application/json', body: '{"message":"Forbidden"}' },
} as const;
export type ForeignAnswer = keyof typeof FOREIGN_ANSWERS;

const SLOW_MS = 6_000;

export interface StripeEvent {
  id: string;
  type: string;
  object: Record<string, unknown>;
  created: number;
}

/** Carries a delivery to the app under test; answers its status. */
export type Carrier = (delivery: { body: string; signature: string }) => Promise<number>;

export interface StripeServer extends AsyncDisposable {
  url: string;
  ledger: StripeLedger;
  /** Every call it has had, as 'POST /v1/refunds'. */
  calls: string[];
  /** Everything that has happened, whether delivered or not. */
  events: StripeEvent[];
  /** True: each event is delivered as it happens. */
  notifies: boolean;
  /** False: who asks for the events is told of none, as they may come to the list late. */
  listsEvents: boolean;
  /** What the account can give back; a refund beyond it stays pending. Cents. */
  balance: number;
  /** While set, every call meets this. */
  down: Fault | null;
  /** How many pages it opens in a second; more are refused with 429. */
  pagesPerSecond: number;
  /** True: a refused parameter is kept under the call's key as any answer is; else such a call leaves no trace. */
  keepsRefusals: boolean;
  nextFault(path: RegExp, fault: Fault): void;
  /** As Stripe does after a day. */
  forgetKeys(): void;
  /** The buyer on the hosted page. */
  pay(session: string, how?: { method?: 'card' | 'delayed' }): Promise<void>;
  decline(session: string): Promise<void>;
  /** What a delayed method says in the end. */
  settleDelayed(session: string, to: 'succeeded' | 'failed'): Promise<void>;
  /** Somebody in the dashboard. */
  refundManually(session: string, amount?: number): Promise<string>;
  /** A pending refund comes to its end at the bank. */
  endRefund(refund: string, to: 'succeeded' | 'failed'): Promise<void>;
  /** All that the balance holds goes to the bank; answers the payout's id. */
  payOut(options?: { automatic: boolean }): string;
  /** In cents; without: all of it. */
  dispute(session: string, amount?: number): Promise<void>;
  endDispute(session: string, to: 'won' | 'lost'): Promise<void>;
  tamper(session: string, change: Partial<Pick<StripeSession, 'amount' | 'currency' | 'reference'>>): void;
  /** Delivers one event, by default rightly signed and now; answers the status. */
  deliver(event: StripeEvent, how?: { secret?: string; secondsAgo?: number; change?: (event: Record<string, unknown>) => Record<string, unknown>; rewrite?: (body: string) => string }): Promise<number>;
  session(id: string): StripeSession;
}

/** A server that speaks Stripe's API to the real library, with books, idempotency, hosted pages and an event log of its own. */
export async function stripeServer(options: { clock?: Clock; carrier?: Carrier; port?: number } = {}): Promise<StripeServer> {
  const clock = options.clock ?? systemClock;
  const carrier: Carrier = options.carrier ?? (async () => 0);
  const ledger = stripeLedger(clock);
  const faults: { path: RegExp; fault: Fault }[] = [];
  const stored = new Map<string, { request: string; status: number; body: string }>();
  const atWork = new Set<string>();
  const library = new Stripe(STRIPE_KEY);
  const hanging = new Set<ServerResponse>();
  const opened: number[] = [];

  async function happened(type: string, object: Record<string, unknown>): Promise<void> {
    const event: StripeEvent = { id: ledger.newId('evt'), type, object: structuredClone(object), created: ledger.now() };
    server.events.push(event);
    if (server.notifies) await server.deliver(event);
  }

  async function expireOverdue(): Promise<void> {
    for (const session of ledger.expireOverdue()) await happened('checkout.session.expired', sessionShape(session, server.url, []));
  }

  function dateHeader(): string {
    return new Date(clock.now().getTime()).toUTCString();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', server.url);
    const body = await readBody(request);
    if (url.pathname.startsWith('/pay/')) return hostedPage(server, { url, method: request.method ?? 'GET', body, response });
    response.setHeader('Date', dateHeader());
    const call = `${request.method} ${url.pathname}`;
    server.calls.push(call);
    const fault = server.down ?? takeFault(`${call}${url.search}`) ?? takeFault(call);
    if (fault === 'hang') return void hanging.add(response);
    if (fault === 'slow') await pause(SLOW_MS);
    if (fault !== null && Object.hasOwn(FOREIGN_ANSWERS, fault)) {
      const answer = FOREIGN_ANSWERS[fault as ForeignAnswer];
      return send(response, answer.status, answer.body, { 'Content-Type': answer.type });
    }
    if (fault === 'unavailable') return send(response, 503, errorBody('api_error', 'out of order'));
    if (fault === 'refused') return send(response, 400, errorBody('invalid_request_error', 'not this one'));
    if (fault === 'missing') return send(response, 404, errorBody('invalid_request_error', 'No such thing', { code: 'resource_missing' }));
    if (call === 'POST /v1/checkout/sessions' && isTooMany()) return send(response, 429, errorBody('invalid_request_error', 'Too many requests', { code: 'rate_limit' }));
    await expireOverdue();
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const known = typeof key === 'string' ? stored.get(key) : undefined;
    if (known) {
      if (known.request !== `${call}\n${body}`) return send(response, 400, errorBody('idempotency_error', 'Keys for idempotent requests can only be used with the same parameters they were first used with.'));
      return send(response, known.status, known.body, { 'Idempotent-Replayed': 'true' });
    }
    if (typeof key === 'string' && atWork.has(key)) return send(response, 409, errorBody('idempotency_error', 'There is currently another in-progress request using this key.', { code: 'idempotency_key_in_use' }));
    if (typeof key === 'string') atWork.add(key);
    const answer =
      fault === 'kept_500'
        ? { status: 500, body: errorBody('api_error', 'an error of ours'), isStored: true }
        : await answerApi({ ledger, base: server.url, happened, balance: server, events: server.listsEvents ? server.events : [] }, { method: request.method ?? 'GET', url, body, headers: request.headers });
    const reply = fault === 'done_then_500' ? { status: 500, body: errorBody('api_error', 'an error of ours'), isStored: true } : answer;
    if (typeof key === 'string') atWork.delete(key);
    const isStored = reply.isStored || (server.keepsRefusals && reply.status === 400);
    if (typeof key === 'string' && isStored) stored.set(key, { request: `${call}\n${body}`, status: reply.status, body: reply.body });
    if (fault === 'done_then_hang') return void hanging.add(response);
    if (fault === 'lost_answer') return void response.destroy();
    send(response, reply.status, reply.body);
  }

  function isTooMany(): boolean {
    const now = performance.now();
    while (opened.length > 0 && opened[0]! < now - 1_000) opened.shift();
    if (opened.length >= server.pagesPerSecond) return true;
    opened.push(now);
    return false;
  }

  function takeFault(call: string): Fault | null {
    const index = faults.findIndex(({ path }) => path.test(call));
    return index === -1 ? null : faults.splice(index, 1)[0]!.fault;
  }

  const listener = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      send(response, 500, errorBody('api_error', String(error)));
    });
  });
  await new Promise<void>((resolve) => listener.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  function sessionOf(id: string): StripeSession {
    const session = ledger.sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    return session;
  }

  function chargeOf(session: StripeSession): NonNullable<NonNullable<StripeSession['intent']>['charge']> {
    if (!session.intent?.charge) throw new Error('nothing was charged');
    return session.intent.charge;
  }

  const server: StripeServer = {
    url: `http://127.0.0.1:${address.port}`,
    ledger,
    calls: [],
    events: [],
    notifies: true,
    listsEvents: true,
    balance: Number.POSITIVE_INFINITY,
    down: null,
    pagesPerSecond: Number.POSITIVE_INFINITY,
    keepsRefusals: false,
    forgetKeys: () => stored.clear(),
    nextFault: (path, fault) => faults.push({ path, fault }),
    session: sessionOf,

    async pay(id, how = {}) {
      await expireOverdue();
      const session = sessionOf(id);
      if (session.status !== 'open') return;
      const isDelayed = how.method === 'delayed';
      session.status = 'complete';
      session.paymentStatus = isDelayed ? 'unpaid' : 'paid';
      session.intent = {
        id: session.intent?.id ?? ledger.newId('pi'),
        status: isDelayed ? 'processing' : 'succeeded',
        charge: { id: ledger.newId('ch'), created: ledger.now(), amount: session.amount, status: isDelayed ? 'pending' : 'succeeded', refunds: [], dispute: null },
      };
      if (!isDelayed) await happened('payment_intent.succeeded', intentShape(session));
      if (!isDelayed) await happened('charge.succeeded', chargeShape(session, { withRefunds: false }));
      await happened('checkout.session.completed', sessionShape(session, server.url, []));
    },

    async decline(id) {
      await expireOverdue();
      const session = sessionOf(id);
      if (session.status !== 'open') return;
      session.declines += 1;
      session.intent ??= { id: ledger.newId('pi'), status: 'requires_payment_method', charge: null };
      await happened('payment_intent.payment_failed', intentShape(session));
    },

    async settleDelayed(id, to) {
      const session = sessionOf(id);
      const charge = chargeOf(session);
      charge.status = to;
      session.intent!.status = to === 'succeeded' ? 'succeeded' : 'requires_payment_method';
      if (to === 'succeeded') session.paymentStatus = 'paid';
      await happened(to === 'succeeded' ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', sessionShape(session, server.url, []));
    },

    async refundManually(id, amount) {
      const session = sessionOf(id);
      const charge = chargeOf(session);
      const refund: StripeRefund = { id: ledger.newId('re'), created: ledger.now(), amount: amount ?? charge.amount, status: 'succeeded', failureReason: null, metadata: {} };
      charge.refunds.push(refund);
      await happened('refund.created', refundShape(session, refund));
      await happened('charge.refunded', chargeShape(session, { withRefunds: false }));
      return refund.id;
    },

    async endRefund(id, to) {
      const session = [...ledger.sessions.values()].find((one) => one.intent?.charge?.refunds.some((refund) => refund.id === id));
      const refund = session && chargeOf(session).refunds.find((one) => one.id === id);
      if (!refund) throw new Error(`no refund ${id}`);
      refund.status = to;
      refund.failureReason = to === 'failed' ? 'insufficient_funds' : null;
      await happened(to === 'failed' ? 'refund.failed' : 'refund.updated', refundShape(session, refund));
    },

    payOut: ({ automatic } = { automatic: true }) => payOut(ledger, automatic),

    async dispute(id, amount) {
      const session = sessionOf(id);
      const charge = chargeOf(session);
      charge.dispute = { id: ledger.newId('dp'), created: ledger.now(), status: 'needs_response', amount: amount ?? charge.amount };
      await happened('charge.dispute.created', disputeShape(session));
    },

    async endDispute(id, to) {
      const session = sessionOf(id);
      chargeOf(session).dispute!.status = to;
      await happened('charge.dispute.closed', disputeShape(session));
    },

    tamper(id, change) {
      const session = sessionOf(id);
      Object.assign(session, change);
      if (change.amount !== undefined && session.intent?.charge) session.intent.charge.amount = change.amount;
    },

    async deliver(event, how = {}) {
      const message = eventShape(event);
      const payload = JSON.stringify(how.change?.(message) ?? message, null, 2);
      const signature = library.webhooks.generateTestHeaderString({ payload, secret: how.secret ?? STRIPE_SECRET, timestamp: ledger.now() - (how.secondsAgo ?? 0) });
      return carrier({ body: how.rewrite?.(payload) ?? payload, signature });
    },

    async [Symbol.asyncDispose]() {
      for (const response of hanging) response.destroy();
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_of_the_test', ...headers });
  response.end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
