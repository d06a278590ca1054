import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** False on the server and in the first rendering of the browser: what works by scripts alone is shown once they run. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, () => true, () => false);
}
