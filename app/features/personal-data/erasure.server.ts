import { eraseArchivedMails } from '#app/platform/adapters/mail/mail-archive.server.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Person, PersonalData } from '#app/feature.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { searchEverywhere } from './search.server.ts';

export type PersonalDataFound = Readonly<Record<string, unknown>>;

/** What each feature does about a person's data. */
export type Keepers = readonly PersonalData[];

interface Erased {
  outcome: 'erased';
  orders: number;
  /** Of mails that the demo wrote into files. */
  copies: number;
  /** Data that is erased once its event is over. */
  waiting: string[];
}

type Erasure = { outcome: 'admin' } | Erased;

export type SearchedErasure =
  | { outcome: 'admin' }
  | (Erased & {
      left: PersonalDataFound;
      /** Columns in which the address still stands, whoever's they are. */
      foundIn: Readonly<Record<string, number>>;
    });

type ErasingDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'storage'>;

export async function collectBy(keepers: Keepers, { db, clock }: Pick<Deps, 'db' | 'clock'>, address: string): Promise<PersonalDataFound> {
  return collect(keepers, { db }, toPerson({ clock }, address));
}

/** Sales stay in the books; tickets and waiting lists of coming events keep their address until the event is over. */
export async function eraseBy(keepers: Keepers, deps: ErasingDeps, { address, until }: { address: string; until?: Date }): Promise<Erasure> {
  if (await isErasureRefused(keepers, deps, address)) return { outcome: 'admin' };
  const person = { ...toPerson(deps, address), ...(until && { until }) };
  for (const { beforeErasing } of keepers) await beforeErasing?.(deps, person);
  const erased: Record<string, number> = {};
  const waiting = new Set<string>();
  await deps.db.inTransaction(async (tx) => {
    const askWhatWaits = async (): Promise<void> => {
      for (const keeper of keepers) for (const one of (await keeper.waiting?.(tx, person)) ?? []) waiting.add(one);
    };
    await askWhatWaits();
    // The account is erased last, because orders are found by it.
    for (const { erase } of keepers.toReversed()) Object.assign(erased, await erase?.(tx, person));
    // Money may have come in between.
    await askWhatWaits();
  });
  const copies = await eraseArchivedMails(deps.env.dataDir, person.email);
  return { outcome: 'erased', orders: erased['orders'] ?? 0, copies, waiting: [...waiting] };
}

/** And looks for the address afterwards, in every row of every table. */
export async function eraseAndSearchBy(keepers: Keepers, deps: ErasingDeps, address: string): Promise<SearchedErasure> {
  const erasure = await eraseBy(keepers, deps, { address });
  if (erasure.outcome === 'admin') return erasure;
  const person = toPerson(deps, address);
  return { ...erasure, left: await collect(keepers, deps, person), foundIn: await searchEverywhere(deps.db.query, person.email) };
}

/** An admin's account is erased by nobody. */
export async function isErasureRefused(keepers: Keepers, deps: Pick<Deps, 'db' | 'clock'>, address: string): Promise<boolean> {
  const person = toPerson(deps, address);
  for (const { refuse } of keepers) if ((await refuse?.(deps.db.query, person)) === 'admin') return true;
  return false;
}

export async function renameBy(keepers: Keepers, deps: Pick<Deps, 'db' | 'clock'>, { address, name }: { address: string; name: string }): Promise<void> {
  const person = toPerson(deps, address);
  await deps.db.inTransaction(async (tx) => {
    for (const { rename } of keepers) await rename?.(tx, person, name);
  });
}

export async function hasConsentsBy(keepers: Keepers, deps: Pick<Deps, 'db' | 'clock'>, address: string): Promise<boolean> {
  const found = await collect(keepers.filter(({ restsOnConsent }) => restsOnConsent === true), deps, toPerson(deps, address));
  return Object.values(found).some((entry) => (Array.isArray(entry) ? entry.length > 0 : entry != null));
}

/** Erases what is kept by consent alone. */
export async function withdrawConsentsBy(keepers: Keepers, deps: ErasingDeps, address: string): Promise<void> {
  const person = toPerson(deps, address);
  const consented = keepers.filter(({ restsOnConsent }) => restsOnConsent === true);
  for (const { beforeErasing } of consented) await beforeErasing?.(deps, person);
  await deps.db.inTransaction(async (tx) => {
    for (const { erase } of consented) await erase?.(tx, person);
  });
}

async function collect(keepers: Keepers, { db }: Pick<Deps, 'db'>, person: Person): Promise<PersonalDataFound> {
  const found: Record<string, unknown> = {};
  for (const keeper of keepers) Object.assign(found, await keeper.collect?.(db.query, person));
  return found;
}

const NO_END = new Date('9999-12-31T00:00:00Z');

function toPerson({ clock }: Pick<Deps, 'clock'>, address: string): Person {
  const now = clock.now();
  return { email: address.trim().toLowerCase(), now, today: dayInMadrid(now), until: NO_END };
}
