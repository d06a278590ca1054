import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { ChangeFeed } from '#app/platform/adapters/db/change-feed.server.ts';
import type { Logger } from '#app/platform/adapters/log.server.ts';
import type { SettingsReader } from '#app/platform/deps.server.ts';
import type { Association, CrestImage } from '#app/domain/association.ts';
import { DEFAULT_TERMS_VERSION } from '#app/domain/site/default-legal-texts.ts';
import { DEFAULT_TEXTS, type SiteSettings } from '#app/domain/site/settings.ts';
import { findFiles } from '#app/features/files/service.server.ts';

import { type Content, contentsFor, type Section } from './schema.ts';
import { selectLegalVersions, selectSections } from './store.server.ts';

interface Parts {
  query: Query;
  /** Before anything is saved. */
  usual: Association;
  changes: Pick<ChangeFeed, 'subscribe' | 'isListening'>;
  log: Logger;
  monotonicNow?: () => number;
}

/** While the connection for notifications is down. */
const DISCONNECTED_TTL_MS = 1_000;

/** Cached until the database notifies a change. */
export function createSettingsReader({ query, usual, changes, log, monotonicNow = () => performance.now() }: Parts): SettingsReader {
  let last: SiteSettings = { association: usual, texts: DEFAULT_TEXTS, embedSite: null };
  let cached: { settings: Promise<SiteSettings>; readAt: number } | null = null;
  changes.subscribe((change) => {
    if (change === 'anything') cached = null;
  });

  function read(): Promise<SiteSettings> {
    const begun = { readAt: monotonicNow(), settings: readSettings(query, usual) };
    begun.settings = begun.settings.then(
      (settings) => (last = settings),
      (error: unknown) => {
        log.warn({ err: error }, 'the settings of the site could not be read');
        if (cached === begun) cached = null;
        return last;
      },
    );
    cached = begun;
    return begun.settings;
  }

  return {
    async current() {
      if (cached === null) return read();
      const { settings, readAt } = cached;
      // In the background, because the database may be down.
      if (!changes.isListening() && monotonicNow() - readAt > DISCONNECTED_TTL_MS) void read();
      return settings;
    },
  };
}

async function readSettings(query: Query, usual: Association): Promise<SiteSettings> {
  const contents = contentsFor(usual);
  const [rows, legal] = await Promise.all([selectSections(query), selectLegalVersions(query)]);
  const contentOf = <S extends Section>(section: S): Content<S> => contents[section].parse(rows.find((row) => row.section === section)?.content ?? {}) as Content<S>;
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
  return { association, texts: contentOf('texts'), embedSite: contentOf('embed').site };
}

async function crestOf(query: Query, fileId: string): Promise<CrestImage | null> {
  const [file] = await findFiles(query, [fileId]);
  if (file === undefined) return null;
  const sizes = file.variants.filter(({ variant }) => variant === 'small' || variant === 'medium');
  return { fileId, sizes: sizes.map(({ url, width, height }) => ({ url, width, height })).toSorted((one, other) => (one.width ?? 0) - (other.width ?? 0)) };
}
