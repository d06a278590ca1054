import type { Query } from '#app/adapters/db/database.server.ts';
import type { Logger } from '#app/adapters/log.server.ts';
import { type Association, ASSOCIATION, type Crest } from '#app/domain/association.ts';
import { DEFAULT_TERMS_VERSION } from '#app/domain/site/default-legal-texts.ts';
import { DEFAULT_TEXTS, type SiteSettings } from '#app/domain/site/settings.ts';
import { findFiles } from '#app/features/files/service.server.ts';

import { type Content, CONTENTS, type Section } from './schema.ts';
import { selectLegalVersions, selectSections } from './store.server.ts';

export interface SettingsReader {
  /** The last ones read where the database is away. Never rejects. */
  current(): Promise<SiteSettings>;
  /** True when they have changed. */
  refresh(): Promise<boolean>;
}

const USUAL: SiteSettings = { association: ASSOCIATION, texts: DEFAULT_TEXTS };

/** Cached by each process: whoever saves reads again at once, the others within a second. */
export function createSettingsReader({ query, log }: { query: Query; log: Logger }): SettingsReader {
  let kept: Promise<SiteSettings> | null = null;
  return {
    current() {
      kept ??= readSettings(query).catch((error: unknown) => {
        log.warn({ err: error }, 'the settings of the site could not be read');
        kept = null;
        return USUAL;
      });
      return kept;
    },
    async refresh() {
      const before = await kept;
      const now = await readSettings(query);
      kept = Promise.resolve(now);
      return before !== null && before.association.revision !== now.association.revision;
    },
  };
}

async function readSettings(query: Query): Promise<SiteSettings> {
  const [rows, legal] = await Promise.all([selectSections(query), selectLegalVersions(query)]);
  const contentOf = <S extends Section>(section: S): Content<S> => CONTENTS[section].parse(rows.find((row) => row.section === section)?.content ?? {}) as Content<S>;
  const { name, tagline, crestFileId, ...colours } = contentOf('identity');
  const association: Association = {
    name,
    tagline,
    ...contentOf('contact'),
    colours,
    crest: crestFileId === null ? null : await crestOf(query, crestFileId),
    termsVersion: legal[0] ?? DEFAULT_TERMS_VERSION,
    revision: rows.reduce((sum, { version }) => sum + version, legal.length),
  };
  return { association, texts: contentOf('texts') };
}

async function crestOf(query: Query, fileId: string): Promise<Crest | null> {
  const [file] = await findFiles(query, [fileId]);
  if (file === undefined) return null;
  const sizes = file.variants.filter(({ variant }) => variant === 'small' || variant === 'medium');
  return { fileId, sizes: sizes.map(({ url, width, height }) => ({ url, width, height })).toSorted((one, other) => (one.width ?? 0) - (other.width ?? 0)) };
}
