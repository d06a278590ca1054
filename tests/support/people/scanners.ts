import { createHash } from 'node:crypto';

import type { DoorAnswer } from '#app/domain/door/answer.ts';
import type { UploadAnswer } from '#app/features/door/schema.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

import type { TestApp } from '../app/test-app.ts';
import { aMember, login } from './accounts.ts';
import { type Answer, aPaidOrder, type OrderInput, type Problem } from './buyers.ts';

/** Whoever scans: a cookie or a pass in the headers of each call. */
export interface AtTheDoor {
  headers: Record<string, string>;
  address?: string;
  device: string;
}

let made = 0;

export async function aDoorkeeper(app: TestApp, input: { admin?: boolean; device?: string } = {}): Promise<AtTheDoor> {
  made += 1;
  const member = await aMember(app, input.admin ? { role: 'admin' } : { role: 'public', rights: ['door'] });
  return { headers: { Cookie: await login(app, member) }, device: input.device ?? `Porta ${made} · d${made}` };
}

export async function aPassHolder(app: TestApp, input: { admin: AtTheDoor; events: readonly Pick<EventDetail, 'id'>[]; hours?: number }): Promise<AtTheDoor & { id: string; url: string }> {
  made += 1;
  const expiresAt = new Date(app.clock.now().getTime() + (input.hours ?? 6) * 3_600_000).toISOString();
  const { status, body } = await ask<{ id: string; token: string; url: string }>(app, input.admin, {
    path: '/api/admin/evening-passes',
    body: { name: `Porta ${made}`, eventIds: input.events.map(({ id }) => id), expiresAt },
  });
  if (status !== 201) throw new Error(`no pass: ${status}`);
  return { headers: { Authorization: `Bearer ${body.token}` }, device: `Passe ${made} · p${made}`, id: body.id, url: body.url };
}

/** A JSON call of whoever stands at the door. */
export async function ask<Body>(app: TestApp, who: Pick<AtTheDoor, 'headers' | 'address'>, call: { path: string; body?: unknown; method?: string }): Promise<Answer<Body & Problem>> {
  const { path, body, method = body === undefined ? 'GET' : 'POST' } = call;
  const response = await app.ask(path, { method, headers: { 'Content-Type': 'application/json', ...who.headers }, ...(who.address !== undefined && { address: who.address }), ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body & Problem, headers: response.headers };
}

/** A decision at the door; throws when there was none. */
async function decided(app: TestApp, who: AtTheDoor, call: { path: string; body: Record<string, unknown> }): Promise<DoorAnswer> {
  const { status, body } = await ask<DoorAnswer>(app, who, { ...call, body: { device: who.device, ...call.body } });
  if (status !== 200) throw new Error(`${call.path} answered ${status} ${JSON.stringify(body)}`);
  return body;
}

export async function verify(app: TestApp, who: AtTheDoor, body: { qrData: string; eventId?: number; source?: 'camera' | 'typed' }): Promise<DoorAnswer> {
  return decided(app, who, { path: '/api/tickets/verify', body });
}

export async function admit(app: TestApp, who: AtTheDoor, body: { ticketId: string; nonce?: string; eventId?: number; direction?: 'in' | 'out' }): Promise<DoorAnswer> {
  return decided(app, who, { path: '/api/tickets/use', body: { nonce: app.deps.ids.uuid(), ...body } });
}

export async function undo(app: TestApp, who: AtTheDoor, body: { ticketId: string; nonce?: string }): Promise<DoorAnswer> {
  return decided(app, who, { path: '/api/tickets/undo', body: { nonce: app.deps.ids.uuid(), ...body } });
}

export interface SoldTicket {
  id: string;
  ticketNumber: string;
  orderId: string;
}

/** Paid tickets of one order. */
export async function soldTickets(app: TestApp, input: OrderInput): Promise<SoldTicket[]> {
  const { orderId } = await aPaidOrder(app, input);
  return app.db.query.selectFrom('tickets').select(['id', 'ticketNumber', 'orderId']).where('orderId', '=', orderId).orderBy('position').execute();
}

export async function aSoldTicket(app: TestApp, event: EventDetail): Promise<SoldTicket> {
  return (await soldTickets(app, { event }))[0]!;
}

export interface OfflineScanInput {
  ticket?: Pick<SoldTicket, 'id'>;
  hash?: string;
  nonce?: string;
  at?: Date;
  decision?: string;
  undoes?: string;
  by?: string;
  listAsOf?: Date;
}

export const hashOfTicket = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 32);

/** Hands in what a phone decided without network. */
export async function handIn(app: TestApp, who: AtTheDoor, { event, scans, sentAt }: { event: Pick<EventDetail, 'id'>; scans: readonly OfflineScanInput[]; sentAt?: Date | null | undefined }): Promise<Answer<UploadAnswer & Problem>> {
  const now = app.clock.now();
  return ask<UploadAnswer>(app, who, {
    path: `/api/door/${event.id}/scans`,
    body: {
      sentAt: sentAt === null ? undefined : (sentAt ?? now).toISOString(),
      scans: scans.map(({ ticket, hash, nonce, at, decision, undoes, by, listAsOf }) => ({
        hash: hash ?? hashOfTicket(ticket!.id),
        nonce: nonce ?? app.deps.ids.uuid(),
        scannedAt: (at ?? now).toISOString(),
        decision: decision ?? (undoes === undefined ? 'ADMITTED' : 'VALID'),
        undoes,
        by,
        listAsOf: listAsOf?.toISOString(),
        device: who.device,
      })),
    },
  });
}
