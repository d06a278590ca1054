import { type RefObject, useEffect, useRef } from 'react';

/** For work that outlives an event: aborted once the component is gone. */
export function useUnmountSignal(): RefObject<AbortSignal> {
  const signal = useRef(AbortSignal.abort());
  useEffect(() => {
    const life = new AbortController();
    signal.current = life.signal;
    return () => life.abort();
  }, []);
  return signal;
}
