import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { EventDetail, EventSummary } from '#app/features/events/schema.ts';
import type { OrderedTicket, PlacedOrder } from '#app/features/checkout/schema.ts';
import type { OrderState } from '#app/features/order-result/schema.ts';

import { aTicket, ownAddress } from './buyers.ts';

const LOOK_EVERY_MS = 100;

/** A public event of a running server, by its title. */
export async function eventOnline(url: string, title: string): Promise<EventDetail> {
  const { events } = await readOnline<{ events: EventSummary[] }>(`${url}/api/events`);
  const listed = events.find((event) => event.title === title);
  if (!listed) throw new Error(`no event «${title}»`);
  return readOnline<EventDetail>(`${url}/api/events/${listed.id}`);
}

async function readOnline<Body>(url: string): Promise<Body> {
  const answer = await askOnline(url);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as Body;
}

/** Asks again while it is told to. */
export async function askOnline(url: string, init?: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, init);
    if (answer.status !== 503) return answer;
    await pause(Number(answer.headers.get('Retry-After') ?? 1) * 1_000);
  }
}

/** Asks a running server for one ticket, or for these; null when no answer came. */
export async function orderOnline(url: string, input: { event: EventDetail; key: string; email?: string; tickets?: OrderedTicket[] }): Promise<{ status: number; body: PlacedOrder; retryAfter: string | null } | null> {
  try {
    const response = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': input.key, 'X-Forwarded-For': ownAddress() },
      body: JSON.stringify({ eventId: input.event.id, email: input.email ?? 'ramon@example.com', tickets: input.tickets ?? [aTicket(input.event)] }),
    });
    return { status: response.status, body: (await response.json()) as PlacedOrder, retryAfter: response.headers.get('Retry-After') };
  } catch {
    return null;
  }
}

/** Two tickets for an event of the demo, bought and paid by a program. */
export async function boughtOnline(url: string, { event: title, email }: { event: string; email: string }): Promise<PlacedOrder> {
  const event = await eventOnline(url, title);
  const placed = await askOnline(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ownAddress(), 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ eventId: event.id, email, tickets: [aTicket(event), aTicket(event)] }),
  });
  if (placed.status !== 201) throw new Error(`an order was answered ${placed.status} ${await placed.text()}`);
  const order = (await placed.json()) as PlacedOrder;
  await payOnline(url, order);
  return order;
}

/** Pays on the page of the sandbox, whose webhook may come after its answer; resolves once the order is paid. */
export async function payOnline(url: string, { orderId, paymentUrl }: Pick<PlacedOrder, 'orderId' | 'paymentUrl'>): Promise<void> {
  await askOnline(paymentUrl!, { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' });
  while ((await orderStateOnline(url, orderId))?.status !== 'paid') await pause(LOOK_EVERY_MS);
}

export async function orderStateOnline(url: string, orderId: string): Promise<OrderState | null> {
  const response = await askOnline(`${url}/api/orders/${orderId}`);
  return response.status === 200 ? ((await response.json()) as OrderState) : null;
}

export interface Rush {
  /** Order ids that were acknowledged, by key. */
  acknowledged: Map<string, string>;
  /** Every key that was sent, answered or not. */
  keys: string[];
  /** Statuses of all answers. */
  statuses: number[];
  /** Ends the rush and waits for what is still on its way. */
  end(): Promise<void>;
}

/** Buyers who order one ticket after the other until told to stop, each order under a key of its own. */
export function startRush(url: string, event: EventDetail, options: { buyers: number; name: string; /** Between an answer and the next order. */ pauseMs?: number }): Rush {
  let going = true;
  const rush: Rush = { acknowledged: new Map(), keys: [], statuses: [], end: async () => {} };
  async function buyer(n: number): Promise<void> {
    for (let attempt = 0; going; attempt += 1) {
      const key = `${options.name}-${n}-${attempt}`;
      rush.keys.push(key);
      const answer = await orderOnline(url, { event, key });
      if (answer) rush.statuses.push(answer.status);
      if (answer?.status === 201) rush.acknowledged.set(key, answer.body.orderId);
      if (answer?.status !== 201 || options.pauseMs !== undefined) await pause(options.pauseMs ?? 20);
    }
  }
  const buyers = Promise.all(Array.from({ length: options.buyers }, (_, n) => buyer(n)));
  rush.end = async () => {
    going = false;
    await buyers;
  };
  return rush;
}
