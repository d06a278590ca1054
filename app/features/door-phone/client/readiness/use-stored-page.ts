import { useEffect, useMemo, useState } from 'react';

import { isPageStored, cacheDecoder, toCachedPage, type CachedAnswerOf } from './offline-page.ts';
import type { ReadyParts } from './readiness.ts';
import { repeat } from './repeat.ts';

const CHECK_EVERY_MS = 15_000;

type Kept = Omit<ReadyParts, 'list'>;

const COMING: Kept = { page: 'coming', decoder: 'coming' };

export function useStoredPage({ page, eventId, scanner }: CachedAnswerOf): Kept {
  const of = useMemo(() => ({ page, eventId, scanner }), [page, eventId, scanner]);
  const [found, setFound] = useState<{ of: CachedAnswerOf; kept: Kept } | null>(null);

  useEffect(() => {
    if (of.eventId === 0) return;
    let isCurrent = true;
    let isFresh = false;
    const say = (news: Partial<Kept>): void => {
      if (isCurrent) setFound((before) => ({ of, kept: { ...(before?.of === of ? before.kept : COMING), ...news } }));
    };
    async function checkPage(): Promise<boolean> {
      const isKept = await isPageStored(of);
      if (isKept) say({ page: 'kept' });
      // Fetched anew on opening: the events in the cached page may be outdated.
      if (isKept && isFresh) return true;
      const kept = await toCachedPage(of);
      isFresh ||= kept.isFresh;
      say({ page: kept.state });
      return kept.state === 'kept';
    }
    async function checkDecoder(): Promise<boolean> {
      const state = await cacheDecoder();
      say({ decoder: state });
      return state === 'kept';
    }
    const ends = [repeat(checkPage, CHECK_EVERY_MS), repeat(checkDecoder, CHECK_EVERY_MS)];
    return () => {
      isCurrent = false;
      for (const end of ends) end();
    };
  }, [of]);

  return found?.of === of ? found.kept : COMING;
}
