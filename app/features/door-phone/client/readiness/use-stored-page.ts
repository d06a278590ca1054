import { useCallback } from 'react';

import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';

import { isPageStored, cacheDecoder, refreshCachedPage, type PageIdentity } from './offline-page.ts';
import type { ReadyParts } from './readiness.ts';
import { repeat } from './repeat.ts';

const CHECK_EVERY_MS = 15_000;

type StoredParts = Omit<ReadyParts, 'list'>;

const COMING: StoredParts = { page: 'coming', decoder: 'coming' };

export function useStoredPage({ page, eventId, scanner }: PageIdentity): StoredParts {
  const watch = useCallback<Subscribe<StoredParts>>(
    (emit, signal) => {
      if (eventId !== 0) watchStoredPage({ page, eventId, scanner }, emit, signal);
    },
    [page, eventId, scanner],
  );
  return useSubscription(watch) ?? COMING;
}

function watchStoredPage(of: PageIdentity, emit: (parts: StoredParts) => void, signal: AbortSignal): void {
  let isFresh = false;
  let now = COMING;
  const report = (news: Partial<StoredParts>): void => {
    now = { ...now, ...news };
    emit(now);
  };
  async function checkPage(): Promise<boolean> {
    const isStored = await isPageStored(of);
    if (isStored) report({ page: 'stored' });
    // Fetched anew on opening: the events in the cached page may be outdated.
    if (isStored && isFresh) return true;
    const stored = await refreshCachedPage(of);
    isFresh ||= stored.isFresh;
    report({ page: stored.state });
    return stored.state === 'stored';
  }
  async function checkDecoder(): Promise<boolean> {
    const state = await cacheDecoder();
    report({ decoder: state });
    return state === 'stored';
  }
  const ends = [repeat(checkPage, CHECK_EVERY_MS), repeat(checkDecoder, CHECK_EVERY_MS)];
  signal.addEventListener('abort', () => ends.forEach((end) => end()));
}
