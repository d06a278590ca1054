import type { EventDetail, EventSummary } from '#app/features/events/schema.ts';
import type { OrderedTicket, PlacedOrder } from '#app/features/checkout/schema.ts';
import type { OrderState } from '#app/features/order-result/schema.ts';

import type { TestApp } from '../app/test-app.ts';

export interface Answer<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

export interface Problem {
  limit?: string;
  code: string;
  message: string;
  requested?: number;
  available?: number;
  saleEndDate?: string;
  saleStart?: string;
  total?: number;
  items?: { ticket: number; sectionId: string; itemId: string; available: number }[];
}

/** An event of the cast by its title, as anybody sees it. */
export async function eventNamed(app: TestApp, title: string): Promise<EventDetail> {
  const { events } = (await (await app.ask('/api/events')).json()) as { events: EventSummary[] };
  const listed = events.find((event) => event.title === title);
  if (!listed) throw new Error(`the cast has no public event «${title}»`);
  return (await (await app.ask(`/api/events/${listed.id}`)).json()) as EventDetail;
}

/** The first dish of every required section, and nothing else. */
export function aTicket(event: EventDetail, extra: Partial<OrderedTicket> = {}): OrderedTicket {
  const required = event.sections.filter((section) => section.required);
  return { sections: Object.fromEntries(required.map((section) => [section.id, [section.items[0]!.id]])), options: [], ...extra };
}

/** A ticket with this dish of the first section. */
export function aTicketWith(event: EventDetail, dish: string): OrderedTicket {
  const [section] = event.sections;
  return { sections: { [section!.id]: [section!.items.find(({ name }) => name === dish)!.id] }, options: [] };
}

export interface OrderInput {
  event: EventDetail;
  quantity?: number;
  tickets?: unknown;
  key?: string;
  cookie?: string;
  body?: Record<string, unknown>;
  address?: string;
}

let buyers = 0;

/** A network of its own for each buyer: what one network may hold is limited. */
export function ownAddress(): string {
  buyers += 1;
  return `10.${(buyers >> 16) & 255}.${(buyers >> 8) & 255}.${buyers & 255}`;
}

/** Asks for tickets as a program would, from an address of its own unless told. */
export async function order(app: TestApp, input: OrderInput): Promise<Answer<PlacedOrder & Problem>> {
  const tickets = input.tickets ?? Array.from({ length: input.quantity ?? 1 }, () => aTicket(input.event));
  const response = await app.ask('/api/orders', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(input.key !== undefined && { 'Idempotency-Key': input.key }),
      ...(input.cookie !== undefined && { Cookie: input.cookie }),
    },
    body: JSON.stringify({ eventId: input.event.id, email: 'ramon@example.com', tickets, ...input.body }),
    address: input.address ?? ownAddress(),
  });
  return { status: response.status, body: (await response.json()) as PlacedOrder & Problem, headers: response.headers };
}

/** An order that was placed; throws when it wasn't. */
export async function aPlacedOrder(app: TestApp, input: OrderInput): Promise<PlacedOrder> {
  const { status, body } = await order(app, input);
  if (status !== 201) throw new Error(`not placed: ${status} ${body.code}`);
  return body;
}

export async function aPaidOrder(app: TestApp, input: OrderInput): Promise<PlacedOrder> {
  const placed = await aPlacedOrder(app, input);
  await press(app, placed, 'pay');
  return placed;
}

/** Presses a button of the sandbox's payment page, as its form does. */
export async function press(app: TestApp, placed: Pick<PlacedOrder, 'paymentUrl'>, action: 'pay' | 'decline' | 'cancel'): Promise<Response> {
  if (placed.paymentUrl === null) throw new Error('nothing to pay');
  return app.ask(new URL(placed.paymentUrl).pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ action }),
  });
}

export async function refreshOrder(app: TestApp, orderId: string): Promise<OrderState> {
  const response = await app.ask(`/api/orders/${orderId}`);
  if (response.status !== 200) throw new Error(`no order: ${response.status}`);
  return (await response.json()) as OrderState;
}

/** The browser's cookie of an answer, to be sent back. */
export function cookieOf(headers: Headers): string {
  return headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');
}

export const DEMO_PASSWORD = 'Comboi2027';

/** The cookie of somebody of the cast who has signed in. */
export async function signedIn(app: Pick<TestApp, 'ask'>, email: `${'admin' | 'comissio' | 'soci' | 'public' | 'taquilla' | 'porta' | 'redaccio'}@comboi.test`): Promise<string> {
  const response = await app.ask('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  if (response.status !== 204) throw new Error(`${email} could not sign in: ${response.status}`);
  return cookieOf(response.headers);
}

/** A JSON call of a program; `body` may also be text that is no JSON at all. */
export async function post(app: TestApp, path: string, input: { body?: unknown; headers?: Record<string, string> } = {}): Promise<Answer<Problem>> {
  const body = input.body === undefined ? null : typeof input.body === 'string' ? input.body : JSON.stringify(input.body);
  const response = await app.ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...input.headers }, body });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Problem, headers: response.headers };
}

/** The path of an order's page at the sandbox, and the sandbox's own name for it. */
export function sessionOf(placed: Pick<PlacedOrder, 'paymentUrl'>): string {
  return new URL(placed.paymentUrl!).pathname.split('/').at(-1)!;
}
