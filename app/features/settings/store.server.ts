import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { LegalTexts } from '#app/domain/site/settings.ts';

import type { Section } from './schema.ts';

export interface SectionRow {
  section: Section;
  version: number;
  content: unknown;
}

export async function selectSections(query: Query | Tx): Promise<SectionRow[]> {
  return query.selectFrom('siteSettings').select(['section', 'version', 'content']).execute();
}

/** Null while the defaults apply. */
export async function lockSection(tx: Tx, section: Section): Promise<SectionRow | null> {
  return (await tx.selectFrom('siteSettings').select(['section', 'version', 'content']).where('section', '=', section).forUpdate().executeTakeFirst()) ?? null;
}

/** False when the stored version is not `expected`; 0: none yet. */
export async function writeSection(tx: Tx, change: { section: Section; expected: number; content: object; by: string | null; now: Date }): Promise<boolean> {
  const { section, expected, by, now } = change;
  const content = JSON.stringify(change.content);
  const written = await tx
    .insertInto('siteSettings')
    .values({ section, version: 1, content, changedAt: now, changedBy: by })
    .onConflict((conflict) =>
      conflict
        .column('section')
        .doUpdateSet({ version: expected + 1, content, changedAt: now, changedBy: by })
        .where('siteSettings.version', '=', expected),
    )
    .returning('version')
    .executeTakeFirst();
  return written?.version === expected + 1;
}

export async function selectLegalVersions(query: Query | Tx, most = MOST_VERSIONS): Promise<string[]> {
  const rows = await query.selectFrom('legalTexts').select('version').orderBy('createdAt', 'desc').orderBy('version', 'desc').limit(most).execute();
  return rows.map(({ version }) => version);
}

const MOST_VERSIONS = 500;

export async function selectLegalTexts(query: Query | Tx, version: string): Promise<LegalTexts | null> {
  return (await query.selectFrom('legalTexts').select(['version', 'terms', 'privacy']).where('version', '=', version).executeTakeFirst()) ?? null;
}

/** False when that version exists. */
export async function insertLegalTexts(tx: Tx, texts: LegalTexts & { by: string | null; now: Date }): Promise<boolean> {
  const { version, terms, privacy, by, now } = texts;
  const inserted = await tx
    .insertInto('legalTexts')
    .values({ version, terms, privacy, createdAt: now, createdBy: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return inserted !== undefined;
}
