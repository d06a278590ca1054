import { DATA_WORDS, FEATURES, PERSONAL_DATA } from '#app/features.server.ts';
import { PLATFORM_TABLES } from '#app/platform/adapters/db/platform-tables.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { displayData, type DisplayedData } from './data-view.ts';
import { collectBy, eraseAndSearchBy, hasConsentsBy, type PersonalDataFound, type SearchedErasure } from './erasure.server.ts';
import { carryOut, type DataDeed, type DeedOutcome } from './requests/service.server.ts';

/** What stays of people though somebody is erased, by column, and why. */
export function retainedColumns(): string[] {
  const tables = [...FEATURES.map((feature) => feature.tables ?? {}), PLATFORM_TABLES];
  return tables.flatMap((of) => Object.entries(of).flatMap(([table, { retained = {} }]) => Object.entries(retained).map(([column, why]) => `${table}.${column}: ${why}`)));
}

export async function collectPersonalData(deps: Pick<Deps, 'db' | 'clock'>, address: string): Promise<PersonalDataFound> {
  return collectBy(PERSONAL_DATA, deps, address);
}

export function displayPersonalData(found: PersonalDataFound, mailNames: ReadonlyMap<string, string>): DisplayedData | null {
  return displayData(found, { words: DATA_WORDS, mailNames });
}

export async function hasConsents(deps: Pick<Deps, 'db' | 'clock'>, address: string): Promise<boolean> {
  return hasConsentsBy(PERSONAL_DATA, deps, address);
}

export async function erasePersonalData(deps: Pick<Deps, 'db' | 'clock' | 'env' | 'storage'>, address: string): Promise<SearchedErasure> {
  return eraseAndSearchBy(PERSONAL_DATA, deps, address);
}

export type { DeedOutcome };

export async function doForPerson(deps: Deps, deed: DataDeed): Promise<DeedOutcome> {
  return carryOut(deps, PERSONAL_DATA, deed);
}
