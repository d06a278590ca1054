import type { RawBuilder } from 'kysely';

import type { OpenedState } from './platform/app-state.server.ts';
import type { Query, Tx } from './platform/adapters/db/database.server.ts';
import type { Tables } from './platform/adapters/db/table-facts.ts';
import type { Job } from './platform/adapters/jobs/job.server.ts';
import type { Forgotten } from './platform/adapters/jobs/retention.server.ts';
import type { Deps } from './platform/deps.server.ts';
import type { Right } from './domain/people/rights.ts';
import type { FileReaders } from './features/files/serving/service.server.ts';
import type { MailTemplate } from './features/mail/service.server.ts';
import type { Call } from './platform/http/calls.server.ts';
import type { EventStreams } from './platform/http/live/event-streams.server.ts';

export interface Gathered {
  mailTemplates: readonly MailTemplate[];
  /** What each feature does about a person's data. */
  keepers: readonly PersonalData[];
  forgets: readonly Forgotten[];
  waiting: readonly Waiting[];
  searchSources: readonly SearchSource[];
  auditWords: Required<AuditWords>;
}

export interface Feature {
  open?: (deps: Deps, gathered: Gathered) => readonly OpenedState[];
  calls?: readonly Call[];
  jobs?: (parts: Gathered & { deps: Deps }) => readonly Job[];
  /** Streams that it keeps open: they end when the right of whoever reads them does. */
  streams?: (deps: Deps) => readonly EventStreams[];
  forgets?: readonly Forgotten[];
  mailTemplates?: readonly MailTemplate[];
  fileReaders?: FileReaders;
  waiting?: readonly Waiting[];
  search?: readonly SearchSource[];
  auditWords?: AuditWords;
  tables?: Tables;
  personalData?: PersonalData;
  invariants?: (now: Date) => Invariants;
}

export interface Person {
  email: string;
  today: string;
  now: Date;
  /** What was said or sent later is not what they asked to erase. */
  until: Date;
}

/** What a feature keeps of somebody, told and erased by `npm run person`, 'Les meues dades' and an admin. */
export interface PersonalData {
  collect?: (query: Query, person: Person) => Promise<Readonly<Record<string, unknown>>>;
  words?: Readonly<Record<string, DataWords>>;
  /** Outside of the transaction, before it. */
  beforeErasing?: (deps: Pick<Deps, 'db' | 'clock' | 'env' | 'storage'>, person: Person) => Promise<void>;
  refuse?: (query: Query, person: Person) => Promise<'admin' | null>;
  /** All that the books need not keep; in one transaction with the others, from the last feature to the first. Answers how many of what. */
  erase?: (tx: Tx, person: Person) => Promise<Readonly<Record<string, number>>>;
  /** Corrects the name of a person that is kept. */
  rename?: (tx: Tx, person: Person, name: string) => Promise<void>;
  /** All of it is kept by consent: withdrawing that erases it. */
  restsOnConsent?: true;
  /** What `erase` leaves until its event is over; asked before it. */
  waiting?: (query: Query | Tx, person: Person) => Promise<string[]>;
}

/** How a person is shown what lies under one key that `collect` answers, beside the words that all features share (`personal-data/data-words.ts`). */
export interface DataWords {
  title: string;
  fields?: Readonly<Record<string, string>>;
  /** What each code of a field is called. */
  codes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  formats?: Readonly<Record<string, 'amount' | 'device'>>;
  /** Fields by which one of many is known. */
  knownBy?: readonly string[];
  hidden?: readonly string[];
}

/** By rule, with its number in docs/operations.md: each selects what breaks it. */
export type Invariants = Readonly<Record<string, RawBuilder<{ what: string; how: string }>>>;

export interface AuditWords {
  actions?: Readonly<Record<string, string>>;
  actors?: Readonly<Record<string, string>>;
}

export interface Waiting {
  page: string;
  count: (deps: Deps) => Promise<number>;
}

/** What the one search box of the staff finds of a feature. */
export interface SearchSource {
  /** Only for whoever has it. */
  right: Right;
  /** Admins find the same things elsewhere. */
  notForAdmins?: true;
  name: string;
  find: (deps: Deps, text: string) => Promise<readonly SearchHit[]>;
}

export interface SearchHit {
  to: string;
  title: string;
  detail: string;
}
