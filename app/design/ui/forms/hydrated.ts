import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

export function useHydrated(): boolean {
  return useBrowserFact(() => true, false);
}

/** What only the browser knows, and what stands for it until the page is hydrated. Read again with each render, so it must be a plain value. */
export function useBrowserFact<Fact extends string | boolean | null>(read: () => Fact, onServer: Fact): Fact {
  return useSyncExternalStore(never, read, () => onServer);
}
