import { useEffect, useEffectEvent } from 'react';

import { monotonicNow } from '#app/ui/browser-facts.ts';

/** A keyboard scanner types faster than anybody, and ends with Enter. */
const SLOWEST_KEY_MS = 80;
const SHORTEST_CODE = 8;

export function useWedge(onCode: (text: string) => void): void {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    let typed = '';
    let lastAt = 0;
    function listen(event: KeyboardEvent): void {
      const isInField = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog') !== null;
      if (isInField || event.ctrlKey || event.metaKey || event.altKey) return;
      const now = monotonicNow();
      if (now - lastAt > SLOWEST_KEY_MS) typed = '';
      lastAt = now;
      if (event.key.length === 1) typed += event.key;
      else if (event.key === 'Enter' && typed.length >= SHORTEST_CODE) {
        // Enter would press the focused button.
        event.preventDefault();
        take(typed);
        typed = '';
      }
    }
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
