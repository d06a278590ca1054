import { useMemo, useSyncExternalStore } from 'react';

/** Emits values from outside of React until the signal is aborted. */
export type Subscribe<Value> = (emit: (value: Value) => void, signal: AbortSignal) => void;

interface SubscriptionStore<Value> {
  read: () => Value | null;
  subscribe: (onChange: () => void) => () => void;
}

/** The last value emitted; null before the first, on the server and while hydrating. Another function begins anew, so it must be stable. */
export function useSubscription<Value>(subscribeTo: Subscribe<Value>): Value | null {
  const { subscribe, read } = useMemo(() => subscriptionStore(subscribeTo), [subscribeTo]);
  return useSyncExternalStore(subscribe, read, none);
}

export function subscriptionStore<Value>(subscribeTo: Subscribe<Value>): SubscriptionStore<Value> {
  let last: Value | null = null;
  return {
    read: () => last,
    subscribe(onChange) {
      const ending = new AbortController();
      const { signal } = ending;
      subscribeTo((value) => {
        if (signal.aborted) return;
        last = value;
        onChange();
      }, signal);
      return () => ending.abort();
    },
  };
}

function none(): null {
  return null;
}
