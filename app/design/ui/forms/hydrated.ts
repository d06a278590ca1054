import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

export function useHydrated(): boolean {
  return useSyncExternalStore(never, () => true, () => false);
}
