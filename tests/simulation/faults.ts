import type { CheckpointName } from '#app/platform/adapters/checkpoint.server.ts';
import type { Mailer, OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { notesOf, notesOfUses, readNotes, readUses } from '#app/domain/payment/sale-record.ts';
import type { Clock } from '#app/platform/adapters/clock.server.ts';
import type { NotedSale, SessionRequest, SessionSnapshot, ProviderWithoutPace, UnreadSession } from '#app/platform/adapters/payments/payment-provider.server.ts';

import type { Dice } from './dice.ts';

export type FaultLevel = 'none' | 'some' | 'many';

type Shares = Record<'lost' | 'twice' | 'provider' | 'mail' | 'webhooks' | 'armed' | 'cut' | 'clock' | 'restart', number>;
export type FaultKind = keyof Shares;

/** Shares of what goes wrong while faults are on; `armed`: of rounds that leave a process about to die at a checkpoint; `clock`: of days on which a process has the wrong time; `restart`: of rounds in which the database is killed. */
const SHARES: Record<FaultLevel, Shares> = {
  none: { lost: 0, twice: 0, provider: 0, mail: 0, webhooks: 0, armed: 0, cut: 0, clock: 0, restart: 0 },
  some: { lost: 0.02, twice: 0.02, provider: 0.02, mail: 0.02, webhooks: 0.1, armed: 0.1, cut: 0.002, clock: 0.1, restart: 0.001 },
  many: { lost: 0.08, twice: 0.06, provider: 0.08, mail: 0.1, webhooks: 0.4, armed: 0.3, cut: 0.01, clock: 0.3, restart: 0.004 },
};

/** Where a server process may end for good; the others lie in uploads. */
export const DEADLY: readonly CheckpointName[] = ['after-facts-read', 'after-place-before-session', 'after-session-before-mark', 'before-hold-release', 'before-refund-write', 'before-withdrawal-commit', 'after-send-before-mark'];

export interface Faults {
  /** Switched off at night, so that the books can come to rest. */
  on: boolean;
  level: FaultLevel;
  thrown: Map<FaultKind | 'killed' | 'restored', number>;
  /** By how much the clock of a process is wrong today, in milliseconds. */
  skewMs: number;
  falls(kind: FaultKind, at: Dice): boolean;
}

export function createFaults(level: FaultLevel): Faults {
  const thrown = new Map<FaultKind | 'killed' | 'restored', number>();
  const faults: Faults = {
    on: level !== 'none',
    level,
    thrown,
    skewMs: 0,
    falls(kind, at) {
      if (!faults.on || !at.chance(SHARES[level][kind])) return false;
      thrown.set(kind, (thrown.get(kind) ?? 0) + 1);
      return true;
    },
  };
  return faults;
}

/** A mail server that keeps what it took, and refuses now and then. */
export function aPostOffice(faults: Faults, { dice, mails }: { dice: Dice; mails: OutgoingMail[] }): Mailer {
  return {
    perSecond: null,
    async send(mail) {
      if (faults.falls('mail', dice)) return { sent: false, permanent: false, isUncertain: false, failure: 'later', reason: '451 try again later' };
      mails.push(mail);
      return { sent: true };
    },
    close: async () => {},
  };
}

export interface BankParts {
  dice: Dice;
  broken: () => Error;
  clock: Clock;
  origin: string;
  /** By order, what was noted with its payment, as a real provider keeps it; one for all processes. */
  notes: Map<string, NotedSale>;
}

/** A bank that keeps what is noted with a payment, and whose line breaks, sometimes after it has done what it was asked. */
export function aMoodyBank(provider: ProviderWithoutPace, faults: Faults, { dice, broken, clock, origin, notes }: BankParts): ProviderWithoutPace {
  async function moodily<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (!faults.falls('provider', dice)) {
      try {
        return await call();
      } catch (error) {
        // Its books lie in the cluster that is restarted: a bank does not say so.
        if (isOfDatabase(error)) throw broken();
        throw error;
      }
    }
    if (dice.chance(0.5)) await call();
    throw broken();
  }
  async function noted(request: SessionRequest): Promise<void> {
    const { lines, uses, account } = await request.contents();
    const { key, orderId, orderNumber, eventId, email, expiresAt } = request;
    // In the words that a payment carries.
    const tickets = readNotes(notesOf(lines.map(({ ticket }) => ticket)), lines.length);
    const recovered = readUses(notesOfUses(uses));
    if (tickets !== null && recovered !== null && !notes.has(orderId)) notes.set(orderId, { key, orderNumber, eventId, email, origin, createdAt: clock.now(), expiresAt, tickets, uses: recovered, account });
  }
  const withNotes = (snapshot: SessionSnapshot): SessionSnapshot => ({ ...snapshot, sale: notes.get(snapshot.orderId) ?? null });
  const orNull = (snapshot: SessionSnapshot | null): SessionSnapshot | null => snapshot && withNotes(snapshot);
  async function* each(sessions: AsyncIterable<SessionSnapshot | UnreadSession>): AsyncIterable<SessionSnapshot | UnreadSession> {
    for await (const session of sessions) yield session.state === 'unread' ? session : withNotes(session);
  }
  let isSilent = false;
  return {
    ...provider,
    isSilent: () => isSilent,
    async openSession(request) {
      await noted(request);
      const session = await moodily(() => provider.openSession(request)).catch((error: unknown) => {
        isSilent = true;
        throw error;
      });
      isSilent = false;
      return session;
    },
    async recoverSession(request) {
      await noted(request);
      const session = await provider.recoverSession(request);
      isSilent = false;
      return session;
    },
    fetchSession: async (session) => orNull(await moodily(() => provider.fetchSession(session))),
    fetchPayment: async (payment) => orNull(await provider.fetchPayment(payment)),
    listSessions: (filter) => each(provider.listSessions(filter)),
    listReversals: (filter) => each(provider.listReversals(filter)),
    expireSession: async (session) => orNull(await moodily(() => provider.expireSession(session))),
    refund: (request) => moodily(() => provider.refund(request)),
  };
}

/** Of the driver: by its code, or because its connection ended. */
const isOfDatabase = (error: unknown): boolean => error instanceof Error && (/^(?:57P0\d|08\w{3}|ECONNREFUSED|ECONNRESET)$/.test(String('code' in error ? error.code : '')) || /connection terminated/i.test(error.message));
