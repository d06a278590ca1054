import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

import type { Person } from './person.ts';

const KEY = 'comboi-signed-in';

/**
 * Who is signed in follows across the tabs of a browser, and into a page that Back brings out of the browser's memory:
 * whoever notices a change asks the server again.
 */
export function useSessionNews(person: Person | null): void {
  const { revalidate } = useRevalidator();
  const who = person === null ? 'guest' : `${person.role} ${person.name}`;

  useEffect(() => {
    function onStorage({ key, newValue }: StorageEvent): void {
      if (key === KEY && newValue !== who) void revalidate();
    }
    function onShow({ persisted }: PageTransitionEvent): void {
      if (persisted) void revalidate();
    }
    tell(who);
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onShow);
    };
  }, [who, revalidate]);
}

function tell(who: string): void {
  try {
    if (window.localStorage.getItem(KEY) !== who) window.localStorage.setItem(KEY, who);
  } catch {
    // Storage is blocked: the other tabs learn it at their next step.
  }
}
