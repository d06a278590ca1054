import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { DEFAULT_BODY_BYTES } from '#app/platform/http/route-table.server.ts';

import { type Answer, type CrawledSite, namesOfTrue, type Visit } from './visit.ts';

/** What a browser sends along when another site's page makes it ask. */
const FOREIGN: Record<string, Record<string, string>> = {
  'a foreign origin': { Origin: 'https://evil.example' },
  'a page without an origin': { Origin: 'null' },
  'another port of this host': { Origin: 'http://127.0.0.1:3001' },
  'this host by https': { Origin: 'https://127.0.0.1:3000' },
  'a host that begins like ours': { Origin: 'http://127.0.0.1:3000.evil.example' },
  'another site': { 'Sec-Fetch-Site': 'cross-site' },
  'a neighbouring site': { 'Sec-Fetch-Site': 'same-site' },
  'another site that names our origin': { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1:3000' },
};

/** What a page can send without asking first: a form, or JSON that calls itself text; at last nothing. */
const BODIES: Record<string, { body?: string; type?: string }> = {
  'a form': { body: 'action=pay', type: 'application/x-www-form-urlencoded' },
  'a form of parts': { body: '--x\r\nContent-Disposition: form-data; name="action"\r\n\r\npay\r\n--x--\r\n', type: 'multipart/form-data; boundary=x' },
  'JSON that calls itself text': { body: '{"action":"pay"}', type: 'text/plain' },
  'nothing': {},
};

export const FOREIGN_REQUESTS = Object.entries(FOREIGN).flatMap(([sender, origin]) =>
  Object.entries(BODIES).map(([what, { body, type }]) => ({ sender: `${sender} with ${what}`, ...(body !== undefined && { body }), headers: { ...origin, ...(type !== undefined && { 'Content-Type': type }) } })),
);

export function refusesForeignOrigins({ sender }: Visit, { status, text }: Answer): string[] | null {
  return sender === undefined ? null : namesOfTrue({ [`answers ${status}: ${text.slice(0, 100)}`]: status !== 403 || !text.includes('"code":"FOREIGN_ORIGIN"') });
}

export async function leavesWaitingOrderAlone({ sender }: Visit, _answer: Answer, { app, waitingOrderId }: CrawledSite): Promise<string[] | null> {
  if (sender?.endsWith(' with nothing') !== true) return null;
  const order = await app.db.query.selectFrom('orders').innerJoin('eventStock', 'eventStock.eventId', 'orders.eventId').select(['status', 'sold']).where('orders.id', '=', waitingOrderId).executeTakeFirstOrThrow();
  return namesOfTrue({ [`left it as ${JSON.stringify(order)}`]: order.status !== 'pending_payment' || order.sold !== 1 });
}

export const RECOVERY_LINKS = ['', 'x=1&', 'next=//evil.example&'].map((before) => `${before}access_token=a.b.c&type=recovery&refresh_token=r`);

export function leadsRecoveryLinksOn({ path }: Visit, { headers }: Answer): string[] | null {
  if (!RECOVERY_LINKS.some((query) => path.endsWith(`?${query}`))) return null;
  const is = (name: string, value: string): boolean => headers.get(name) === value;
  return namesOfTrue({ 'leads elsewhere': !is('location', '/reset-password?access_token=a.b.c&refresh_token=r&type=recovery'), 'is stored or referred': !is('referrer-policy', 'no-referrer') || !is('cache-control', 'private, no-store') });
}

/** Ten megabytes without a length, and how much of them was asked for. */
export function anEndlessBody(): { body: ReadableStream<Uint8Array>; pulledBytes: () => number } {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 65_536;
      if (pulled > 10_000_000) controller.close();
      else controller.enqueue(new Uint8Array(65_536).fill(97));
    },
  });
  return { body, pulledBytes: () => pulled };
}

export function readsNoFurther({ route, pulledBytes }: Visit, { status }: Answer): string[] | null {
  if (pulledBytes === undefined) return null;
  const most = ('screen' in route ? route.formBytes : route.bodyBytes) ?? DEFAULT_BODY_BYTES;
  return namesOfTrue({ failed: status === 500, [`read ${pulledBytes()} bytes`]: pulledBytes() > most + 1_000_000 });
}

/** Names under which people send what an address could be. */
export const ADDRESS_FIELDS = ['url', 'href', 'link', 'image', 'picture', 'website', 'imageUrl', 'callback', 'redirectTo', 'next', 'content', 'title', 'name', 'instagram', 'facebook', 'email', 'src', 'file', 'description', 'text'];

/** Hears what the server fetches. */
export async function aTrap(): Promise<CrawledSite['trap']> {
  const requests: string[] = [];
  const server = createServer((request, answer) => {
    requests.push(decodeURIComponent(request.url ?? ''));
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close: () => server.close() };
}

/** With an address of the trap, which names the visit, in all fields and headers. */
export function withTrap(visit: Visit, { host }: CrawledSite['trap']): Visit {
  const own = `http://${host}/${encodeURIComponent(`${visit.method} ${visit.path}`)}`;
  const fields = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, own]));
  const query = new URLSearchParams(fields).toString();
  const headers = { Origin: 'http://127.0.0.1:3000', Referer: own, 'X-Original-URL': own, Forwarded: `host=${host}`, 'X-Forwarded-Host': host };
  return { ...visit, path: `${visit.path}?${query}`, headers, ...(visit.method !== 'GET' && { body: 'screen' in visit.route ? query : JSON.stringify(fields) }) };
}
