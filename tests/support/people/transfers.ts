import type { TestApp } from '../app/test-app.ts';

/** People who give tickets away and take them, by the forms of the pages. */

export interface Transferring {
  orderId: string;
  ticketNumber: string;
}

async function send(app: TestApp, { orderId, ticketNumber }: Transferring, intent: 'donar' | 'recuperar'): Promise<number> {
  const response = await app.ask(`/donar-tiquet?order_id=${orderId}`, { method: 'POST', body: new URLSearchParams({ intent, tiquet: ticketNumber }) });
  return response.status;
}

/** Makes the link and answers its address, as the sender's page shows it. */
export async function give(app: TestApp, transfer: Transferring): Promise<string> {
  const status = await send(app, transfer, 'donar');
  if (status !== 303) throw new Error(`no link: ${status}`);
  const [link] = await linksOf(app, transfer.orderId);
  if (link === undefined) throw new Error('the page shows no link');
  return link;
}

/** Of all tickets of an order that are being given away. */
export async function linksOf(app: TestApp, orderId: string): Promise<string[]> {
  const html = await (await app.ask(`/donar-tiquet?order_id=${orderId}`)).text();
  const links = [...html.matchAll(/>(https?:\/\/[^<\s]+\/regal\?codi=[^<\s]+)</g)].map(([, link]) => new URL(link!.replaceAll('&amp;', '&')));
  return links.map(({ pathname, search }) => pathname + search);
}

export function tryToTransfer(app: TestApp, transfer: Transferring): Promise<number> {
  return send(app, transfer, 'donar');
}

export function revokeTransfer(app: TestApp, transfer: Transferring): Promise<number> {
  return send(app, transfer, 'recuperar');
}

export interface Acceptance {
  status: number;
  /** The page of the ticket, for whoever has it now. */
  page: string | null;
}

export async function take(app: TestApp, link: string, who: { name: string; key?: string; note?: string; email?: string }): Promise<Acceptance> {
  const response = await app.ask(link, { method: 'POST', body: new URLSearchParams({ nom: who.name, clau: who.key ?? app.deps.ids.token(), nota: who.note ?? '', ...(who.email !== undefined && { correu: who.email }) }) });
  return { status: response.status, page: response.headers.get('Location') };
}
