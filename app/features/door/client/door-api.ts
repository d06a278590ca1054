import type { DoorAnswer, DoorSession, PartyAnswer } from '../schema.ts';
import type { DoorMode } from './door-mode.ts';
import { closesDoor } from './offline/own-refusal.ts';

const TIMEOUT_MS = 3_000;

/** Why there is no decision. The door decides by itself then, where it has a list. */
export type NoAnswer = 'unreachable' | 'timeout' | 'not_found' | 'refused' | 'unreadable';

export class NoConnection extends Error {
  override name = 'NoConnection';
  readonly why: NoAnswer;

  constructor(why: NoAnswer) {
    super(why);
    this.why = why;
  }
}

export class DoorClosed extends Error {
  override name = 'DoorClosed';
}

export interface DoorWire {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: object): Promise<Body>;
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** `token`: an evening pass; null for an account, whose cookie goes along by itself. */
export function doorWire(token: string | null): DoorWire {
  const opens: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(path, { ...init, headers: { ...opens, ...(init.headers as Record<string, string>) }, credentials: 'same-origin' });
  }

  async function read<Body>(path: string, init: RequestInit): Promise<Body> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const noAnswer = (why: NoAnswer): never => {
      throw new NoConnection(signal.aborted ? 'timeout' : why);
    };
    const response = await ask(path, { ...init, signal }).catch(() => noAnswer('unreachable'));
    if (response.ok) return (await response.json().catch(() => noAnswer('unreadable'))) as Body;
    if (await closesDoor(response)) throw new DoorClosed();
    // Not from us: a proxy on the way stands where the network ends.
    if (response.status === 401 || response.status === 403) return noAnswer('unreachable');
    return noAnswer(response.status === 404 ? 'not_found' : 'refused');
  }

  return {
    ask,
    get: (path) => read(path, {}),
    post: (path, body) => read(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
}

export interface Place {
  eventId: number;
  device: string;
}

export const openDoor = (wire: DoorWire): Promise<DoorSession> => wire.get('/api/door');

export interface Scanned {
  text: string;
  source: 'camera' | 'typed';
  mode: DoorMode;
}

export function verify(wire: DoorWire, place: Place, scanned: Scanned): Promise<DoorAnswer> {
  return wire.post('/api/tickets/verify', { ...place, qrData: scanned.text, source: scanned.source, mode: scanned.mode === 'serve' ? 'serve' : 'enter' });
}

export function admit(wire: DoorWire, place: Place, ticket: { ticketId: string; nonce: string; direction: 'in' | 'out' }): Promise<DoorAnswer> {
  return wire.post('/api/tickets/use', { ...place, ...ticket });
}

export function serve(wire: DoorWire, place: Place, ticket: { ticketId: string; nonce: string; places?: readonly number[] }): Promise<DoorAnswer> {
  return wire.post('/api/tickets/serve', { ...place, ...ticket });
}

export interface DoneAct {
  ticketId: string;
  nonce: string;
  what: 'entry' | 'serving';
}

export function undo(wire: DoorWire, place: Place, { what, ...ticket }: DoneAct): Promise<DoorAnswer> {
  return wire.post(what === 'entry' ? '/api/tickets/undo' : '/api/tickets/undo-serving', { ...place, ...ticket });
}

export function admitParty(wire: DoorWire, place: Place, party: { ticketIds: readonly string[]; nonce: string }): Promise<PartyAnswer> {
  return wire.post('/api/tickets/use-party', { ...place, ...party });
}

export interface PartyTicket {
  ticketId: string;
  ticketNumber: string;
  status: string;
}

export async function partyOf(wire: DoorWire, place: Place, ticketId: string): Promise<PartyTicket[]> {
  const { tickets } = await wire.post<{ tickets: PartyTicket[] }>('/api/tickets/party', { ...place, ticketId });
  return tickets;
}

export interface FoundTicket {
  ticketNumber: string;
  name: string | null;
  status: string;
}

export async function search(wire: DoorWire, eventId: number, text: string): Promise<FoundTicket[]> {
  const { tickets } = await wire.get<{ tickets: FoundTicket[] }>(`/api/door/${eventId}/search?q=${encodeURIComponent(text)}`);
  return tickets;
}
