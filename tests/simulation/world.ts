import type { Database } from '#app/platform/adapters/db/database.server.ts';
import { createLogger } from '#app/platform/adapters/log.server.ts';
import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import type { NotedSale, ProviderWithoutPace } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { testClock, type TestClock } from '#tests/support/app/test-clock.ts';

import { aReceiver, type Delivered } from './actors/programmer.ts';
import { createDice, type Dice, diceOf } from './dice.ts';
import { differs } from './difference.ts';
import { aMoodyBank, aPostOffice, createFaults, type FaultLevel, type Faults } from './faults.ts';
import { type Instance, type Instances, openInstances } from './instances.ts';
import { emptyModel, type Model } from './model.ts';
import { createRecord, type Record_ } from './record.ts';
import { shippedBuild, undrawnBuild } from './undrawn-build.ts';

export interface Options {
  seed: string;
  days: number;
  people: number;
  faults: FaultLevel;
  /** Only this person goes shopping. */
  only?: string | undefined;
  /** Each day everybody of the second festival does everything. */
  isThorough?: boolean | undefined;
  /** Tickets are drawn, as the server that ships does; a year takes longer by that. */
  isDrawn?: boolean | undefined;
  /** No other test runs on this PostgreSQL. */
  ownsDatabase?: boolean | undefined;
  onNight?: ((what: string) => void) | undefined;
  /** A mutant: the address of another build of the server, dependencies that lie, or what is done to the database. */
  mutant?: Mutant | undefined;
}

export interface Mutant {
  build?: string;
  deps?: (usual: Partial<Deps>) => Partial<Deps>;
  change?: (app: TestApp) => Promise<void>;
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
  form?: Record<string, string> | [string, string][];
  /** A piece of a file. */
  bytes?: Uint8Array;
  cookie?: string | null;
  key?: string;
  headers?: Record<string, string>;
  address?: string;
}

/** Two server processes on one database, the world around them, and what must be true of it. */
export interface World {
  /** One of the processes, to look at the database they share. */
  readonly site: TestApp;
  clock: TestClock;
  dice: Dice;
  model: Model;
  record: Record_;
  mails: OutgoingMail[];
  /** What another program was told, by the id of the message. */
  delivered: Map<string, Delivered>;
  faults: Faults;
  /** Asks one of the two processes; `lost` where no answer came back, whatever was done. */
  ask<Body = unknown>(dice: Dice, ask: Ask): Promise<Reply<Body> | 'lost'>;
  /** Asks until an answer comes; a key makes the repetition safe. */
  insist<Body = unknown>(dice: Dice, ask: Ask): Promise<Reply<Body>>;
  /** A round of each job that is due, at a process that the dice choose. */
  rounds(): Promise<void>;
  /** What the bank's books say. */
  readonly bank: Database;
  backUp(): Promise<string>;
  /** All that was since the backup is lost. */
  restore(backup: string): Promise<void>;
  /** Whether the database is this simulation's alone, and may be killed. */
  ownsDatabase: boolean;
  /** No process is killed any more. */
  calm(): Promise<void>;
  close(): Promise<void>;
}

const isSlowToConnect = (error: unknown): boolean => String(error).includes('timeout exceeded when trying to connect');

/** They look at the machine: its clock, its disk, its certificate. */
const NOT_PLAYED = new Set(['alarms', 'clock watch', 'full disk', 'certificate']);
const MOST_REPETITIONS = 200;

export async function openWorld({ seed, faults: level, mutant, isDrawn = false, ownsDatabase = false }: Options, start: Date): Promise<World> {
  const dice = createDice(seed);
  const clock = testClock(start);
  const record = createRecord(clock);
  const mails: OutgoingMail[] = [];
  const faults = createFaults(level);
  const thatMinute = (purpose: string): Dice => diceOf(dice.fork(purpose), () => clock.now().toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length));
  const [bank, lines, postOffice, receiver] = [thatMinute('bank'), thatMinute('lines'), thatMinute('post office'), thatMinute('receiver')];
  const delivered = new Map<string, Delivered>();
  const lastRounds = new Map<string, number>();
  const notes = new Map<string, NotedSale>();
  const errors: string[] = [];
  const log = createLogger({ level: 'error', pretty: false, to: { write: (line) => void errors.splice(0, errors.length, line) } });

  function deps(usual: Deps): Partial<Deps> {
    const provider = usual.payments as ProviderWithoutPace;
    const broken = (): Error => {
      const { PaymentUnavailable } = instances.now()[0].app.comboi;
      return new PaymentUnavailable('the line to the bank broke');
    };
    const moody = aMoodyBank(provider, faults, { dice: bank, broken, clock, origin: usual.env.publicUrl.origin, notes });
    const given: Partial<Deps> = { log, mailer: aPostOffice(faults, { dice: postOffice, mails }), payments: moody as never, postOutside: aReceiver(faults, { dice: receiver, delivered }) };
    return { ...given, ...mutant?.deps?.(given) };
  }

  const instances: Instances = await openInstances({ clock, faults, build: mutant?.build ?? (isDrawn ? shippedBuild : undrawnBuild()), deps });
  await mutant?.change?.(instances.now()[0].app);

  async function send<Body>({ app, death }: Instance, { method, path, body, form, bytes, cookie, key, headers, address }: Ask): Promise<Reply<Body> | 'lost'> {
    const verb = method ?? (body === undefined && form === undefined ? 'GET' : 'POST');
    const fields = form === undefined ? undefined : new URLSearchParams(Array.isArray(form) ? form : Object.entries(form));
    const requestedAt = performance.now();
    const answered = app.ask(path, {
      method: verb,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...(cookie != null && { Cookie: cookie }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(fields !== undefined && { body: fields }),
      ...(bytes !== undefined && { body: Buffer.from(bytes) }),
      ...(address !== undefined && { address }),
    });
    const response = await Promise.race([answered, death]);
    if (response === 'lost') return response;
    const text = await response.text();
    record.used(verb, path, { status: response.status, intent: fields?.get('intent') ?? undefined, tookMs: performance.now() - requestedAt });
    const isJson = response.headers.get('Content-Type')?.includes('json') === true;
    return { status: response.status, body: (isJson && text !== '' ? JSON.parse(text) : text) as Body, headers: response.headers };
  }

  /** A process to ask: it may be about to die, or have lost its database. */
  async function aProcess(at: Dice): Promise<Instance> {
    await instances.revive();
    const instance = instances.now()[at.below(2)]!;
    if (faults.falls('cut', lines)) await instances.cut(instance);
    return instance;
  }

  async function ask<Body>(at: Dice, what: Ask): Promise<Reply<Body> | 'lost'> {
    const instance = await aProcess(at);
    if (faults.falls('lost', lines)) {
      if (lines.chance(0.5)) await send(instance, what);
      return 'lost';
    }
    if (what.key !== undefined && faults.falls('twice', lines)) {
      const other = instances.now().find((one) => one !== instance)!;
      const [answer] = await Promise.all([send<Body>(instance, what), send<Body>(other, what)]);
      return answer;
    }
    return send<Body>(instance, what);
  }

  async function rounds(): Promise<void> {
    if (ownsDatabase && faults.falls('restart', lines)) await instances.restartDatabase();
    const instance = await aProcess(lines);
    for (const { app } of instances.now()) app.webhooks.arrive = !faults.falls('webhooks', lines);
    if (faults.falls('armed', lines)) instances.arm(instance, lines);
    const { app, death } = instance;
    for (const job of app.comboi.jobsOf(app.deps)) {
      const now = clock.now().getTime();
      if (NOT_PLAYED.has(job.name) || now - (lastRounds.get(job.name) ?? 0) < job.everyMs) continue;
      lastRounds.set(job.name, now);
      const begun = performance.now();
      const play = (): Promise<unknown> => job.round(new AbortController().signal);
      // A machine with other work may be slow to connect, once.
      const round = play().catch((error: unknown) => (isSlowToConnect(error) ? play() : Promise.reject(error))).catch((error: unknown) => {
        // In the product its loop writes it down, and goes on.
        if (!faults.on) throw Object.assign(differs({ record, clock }, `the job «${job.name}» fails on a quiet night: ${String(error)}`), { cause: error });
      });
      const ended = await Promise.race([round, death]);
      record.took(`job ${job.name}`, performance.now() - begun);
      if (ended === 'lost') return;
    }
  }

  return {
    get site() {
      return instances.now()[0].app;
    },
    clock,
    dice,
    model: emptyModel(),
    record,
    mails,
    delivered,
    faults,
    ask,
    async insist<Body>(at: Dice, what: Ask) {
      for (let repetition = 0; repetition < MOST_REPETITIONS; repetition += 1) {
        const answer = await ask<Body>(at, what);
        if (answer === 'lost') continue;
        if (answer.status === 500) throw differs({ record, clock }, `${what.method ?? ''} ${what.path} is answered 500: ${errors.at(-1) ?? ''}`);
        if (answer.status !== 503) return answer;
        clock.advance(5_000);
        await rounds();
      }
      throw differs({ record, clock }, `${what.method ?? ''} ${what.path} is answered by nobody`);
    },
    rounds,
    bank: instances.bank,
    backUp: () => instances.backUp(),
    restore: (backup) => instances.restore(backup),
    ownsDatabase,
    calm: () => instances.calm(),
    close: () => instances.close(),
  };
}
