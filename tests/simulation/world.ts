import type { UnpacedProvider } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Mailer, OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { testClock, type TestClock } from '#tests/support/app/test-clock.ts';

import { createDice, type Dice } from './dice.ts';
import { emptyModel, type Model } from './model.ts';
import { createRecord, type Record_ } from './record.ts';

export type FaultLevel = 'none' | 'some' | 'many';

/** Shares of what goes wrong while faults are on. */
const SHARES: Record<FaultLevel, { lost: number; twice: number; provider: number; mail: number; webhooks: number }> = {
  none: { lost: 0, twice: 0, provider: 0, mail: 0, webhooks: 0 },
  some: { lost: 0.02, twice: 0.02, provider: 0.02, mail: 0.02, webhooks: 0.1 },
  many: { lost: 0.08, twice: 0.06, provider: 0.08, mail: 0.1, webhooks: 0.4 },
};

export interface Options {
  seed: string;
  days: number;
  people: number;
  faults: FaultLevel;
}

export interface Reply<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  path: string;
  /** JSON, or fields of a form. */
  body?: unknown;
  form?: Record<string, string>;
  cookie?: string | null;
  key?: string;
  headers?: Record<string, string>;
  address?: string;
}

/** Two server processes on one database, the world around them, and what must be true of it. */
export interface World {
  sites: readonly [TestApp, TestApp];
  clock: TestClock;
  dice: Dice;
  model: Model;
  record: Record_;
  mails: OutgoingMail[];
  /** Switched off at night, so that the books can come to rest. */
  faults: { on: boolean; level: FaultLevel; thrown: Map<string, number> };
  /** Asks one of the two processes; `lost` where no answer came back, whatever was done. */
  ask<Body = unknown>(dice: Dice, ask: Ask): Promise<Reply<Body> | 'lost'>;
  /** Asks until an answer comes; a key makes the repetition safe. */
  insist<Body = unknown>(dice: Dice, ask: Ask): Promise<Reply<Body>>;
  /** One round of each job that belongs to the running of a day, at a process that the dice choose. */
  rounds(): Promise<void>;
  close(): Promise<void>;
}

/** What the house does by itself all day; the others look at files and nights. */
const NOT_IN_A_DAY = new Set(['booklet texts', 'booklet pages', 'deleted files', 'files', 'backups', 'alarms', 'clock watch', 'reconciliation', 'provider clock']);

export async function openWorld({ seed, faults: level }: Options, start: Date): Promise<World> {
  const dice = createDice(seed);
  const clock = testClock(start);
  const record = createRecord(clock);
  const mails: OutgoingMail[] = [];
  const faults = { on: level !== 'none', level, thrown: new Map<string, number>() };
  const falls = (kind: keyof (typeof SHARES)['none'], at: Dice): boolean => {
    if (!faults.on || !at.chance(SHARES[level][kind])) return false;
    faults.thrown.set(kind, (faults.thrown.get(kind) ?? 0) + 1);
    return true;
  };
  const [bank, postOffice, lines] = [dice.fork('bank'), dice.fork('post office'), dice.fork('lines')];

  const mailer: Mailer = {
    perSecond: null,
    async send(mail) {
      if (falls('mail', postOffice)) return { sent: false, permanent: false, isUncertain: false, failure: 'refused', reason: '451 try again later' } as Awaited<ReturnType<Mailer['send']>>;
      mails.push(mail);
      return { sent: true };
    },
    close: async () => {},
  };

  function moody(provider: UnpacedProvider): UnpacedProvider {
    async function moodily<Answer>(call: () => Promise<Answer>): Promise<Answer> {
      if (!falls('provider', bank)) return call();
      if (bank.chance(0.5)) await call();
      throw new first.comboi.PaymentUnavailable('the line to the bank broke');
    }
    return {
      ...provider,
      openSession: (request) => moodily(() => provider.openSession(request)),
      fetchSession: (session) => moodily(() => provider.fetchSession(session)),
      expireSession: (session) => moodily(() => provider.expireSession(session)),
      refund: (request) => moodily(() => provider.refund(request)),
    };
  }

  const first: TestApp = await aTestApp({ clock, deps: (usual) => ({ mailer, payments: moody(usual.payments as UnpacedProvider) as never }) });
  const second = await first.another();
  const sites = [first, second] as const;

  async function send<Body>(site: TestApp, { method, path, body, form, cookie, key, headers, address }: Ask): Promise<Reply<Body>> {
    const response = await site.ask(path, {
      method: method ?? (body === undefined && form === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...(cookie != null && { Cookie: cookie }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      ...(address !== undefined && { address }),
    });
    record.used(method ?? (body === undefined && form === undefined ? 'GET' : 'POST'), path);
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json') === true;
    return { status: response.status, body: (isJson && text !== '' ? JSON.parse(text) : text) as Body, headers: response.headers };
  }

  async function ask<Body>(at: Dice, what: Ask): Promise<Reply<Body> | 'lost'> {
    const site = sites[at.below(2)]!;
    if (falls('lost', lines)) {
      if (lines.chance(0.5)) await send(site, what);
      return 'lost';
    }
    if (what.key !== undefined && falls('twice', lines)) {
      const [answer] = await Promise.all([send<Body>(site, what), send<Body>(sites[site === first ? 1 : 0]!, what)]);
      return answer;
    }
    return send<Body>(site, what);
  }

  return {
    sites,
    clock,
    dice,
    model: emptyModel(),
    record,
    mails,
    faults,
    ask,
    async insist<Body>(at: Dice, what: Ask) {
      for (;;) {
        const answer = await ask<Body>(at, what);
        if (answer === 'lost') continue;
        if (answer.status !== 503) return answer;
        clock.advance(5_000);
        await rounds();
      }
    },
    rounds,
    async close() {
      await second.close();
      await first.close();
    },
  };

  async function rounds(): Promise<void> {
    const site = sites[lines.below(2)]!;
    for (const { webhooks } of sites) webhooks.arrive = !falls('webhooks', lines);
    for (const job of first.comboi.jobsOf(site.deps)) if (!NOT_IN_A_DAY.has(job.name)) await job.round(new AbortController().signal);
  }
}
