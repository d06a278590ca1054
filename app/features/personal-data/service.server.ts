import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Person } from '#app/feature.server.ts';
import { FEATURES } from '#app/features.server.ts';
import { PLATFORM_TABLES } from '#app/platform/adapters/db/platform-tables.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { searchEverywhere } from './search.server.ts';

/** What stays of people though somebody is erased, by column, and why. */
export function retainedColumns(): string[] {
  const tables = [...FEATURES.map((feature) => feature.tables ?? {}), PLATFORM_TABLES];
  return tables.flatMap((of) => Object.entries(of).flatMap(([table, { kept = {} }]) => Object.entries(kept).map(([column, why]) => `${table}.${column}: ${why}`)));
}

export type PersonalDataFound = Readonly<Record<string, unknown>>;

const KEEPERS = FEATURES.flatMap(({ personalData }) => personalData ?? []);

export async function collectPersonalData(deps: Pick<Deps, 'db' | 'clock'>, address: string): Promise<PersonalDataFound> {
  return collect(deps, toPerson(deps, address));
}

export type Erasure =
  | { outcome: 'admin' }
  | {
      outcome: 'erased';
      orders: number;
      left: PersonalDataFound;
      /** Columns in which the address still stands, whoever's they are. */
      foundIn: Readonly<Record<string, number>>;
      /** Data that is erased once its event is over. */
      waiting: string[];
    };

/** Sales stay in the books; tickets and waiting lists of coming events keep their address until the event is over. */
export async function erasePersonalData(deps: Pick<Deps, 'db' | 'clock' | 'env' | 'storage'>, address: string): Promise<Erasure> {
  const person = toPerson(deps, address);
  for (const { refuse } of KEEPERS) if ((await refuse?.(deps.db.query, person)) === 'admin') return { outcome: 'admin' };
  for (const { beforeErasing } of KEEPERS) await beforeErasing?.(deps, person);
  const erased: Record<string, number> = {};
  const waiting: string[] = [];
  await deps.db.inTransaction(async (tx) => {
    for (const keeper of KEEPERS) waiting.push(...((await keeper.waiting?.(tx, person)) ?? []));
    // The account is erased last, because orders are found by it.
    for (const { erase } of KEEPERS.toReversed()) Object.assign(erased, await erase?.(tx, person));
  });
  return { outcome: 'erased', orders: erased['orders'] ?? 0, left: await collect(deps, person), waiting, foundIn: await searchEverywhere(deps.db.query, person.email) };
}

async function collect({ db }: Pick<Deps, 'db'>, person: Person): Promise<PersonalDataFound> {
  const found: Record<string, unknown> = {};
  for (const keeper of KEEPERS) Object.assign(found, await keeper.collect?.(db.query, person));
  return found;
}

function toPerson({ clock }: Pick<Deps, 'clock'>, address: string): Person {
  const now = clock.now();
  return { email: address.trim().toLowerCase(), now, today: dayInMadrid(now) };
}
