import { useEffect, useMemo, useState } from 'react';

import { isPageStored, cacheDecoder, toCachedPage, type CachedAnswerOf } from './offline-page.ts';
import type { ReadyParts } from './readiness.ts';
import { repeat } from './repeat.ts';

const CHECK_EVERY_MS = 15_000;

type StoredParts = Omit<ReadyParts, 'list'>;

const COMING: StoredParts = { page: 'coming', decoder: 'coming' };

export function useStoredPage({ page, eventId, scanner }: CachedAnswerOf): StoredParts {
  const of = useMemo(() => ({ page, eventId, scanner }), [page, eventId, scanner]);
  const [found, setFound] = useState<{ of: CachedAnswerOf; stored: StoredParts } | null>(null);

  useEffect(() => {
    if (of.eventId === 0) return;
    let isCurrent = true;
    let isFresh = false;
    const say = (news: Partial<StoredParts>): void => {
      if (isCurrent) setFound((before) => ({ of, stored: { ...(before?.of === of ? before.stored : COMING), ...news } }));
    };
    async function checkPage(): Promise<boolean> {
      const isStored = await isPageStored(of);
      if (isStored) say({ page: 'stored' });
      // Fetched anew on opening: the events in the cached page may be outdated.
      if (isStored && isFresh) return true;
      const stored = await toCachedPage(of);
      isFresh ||= stored.isFresh;
      say({ page: stored.state });
      return stored.state === 'stored';
    }
    async function checkDecoder(): Promise<boolean> {
      const state = await cacheDecoder();
      say({ decoder: state });
      return state === 'stored';
    }
    const ends = [repeat(checkPage, CHECK_EVERY_MS), repeat(checkDecoder, CHECK_EVERY_MS)];
    return () => {
      isCurrent = false;
      for (const end of ends) end();
    };
  }, [of]);

  return found?.of === of ? found.stored : COMING;
}
