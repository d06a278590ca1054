import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';

import type { SessionUser } from './session-user.ts';
import { hasUnsentForm } from '#app/ui/forms/dirty-form.ts';

const KEY = 'comboi-signed-in';
const GUEST = 'guest';

/**
 * Who is signed in follows what happens elsewhere: in another tab, on another device, or by an admin's hand. A page asks
 * for itself anew only when that has changed, so that a question without an answer breaks nothing; and that nobody is
 * signed in any more does not take away a form that is being filled in: that one hears it when it is sent.
 */
export function useSessionNews(sessionUser: SessionUser | null): void {
  const { revalidate } = useRevalidator();
  const { key } = useLocation();
  const askedAt = useRef(key);
  const who = nameOf(sessionUser);

  useEffect(() => {
    function onStorage({ key: changed, newValue }: StorageEvent): void {
      if (changed === KEY && newValue !== who && concerns(newValue)) void revalidate();
    }
    function onShow({ persisted }: PageTransitionEvent): void {
      if (persisted) void (hasUnsentForm() ? revalidateUnless(who, revalidate) : revalidate());
    }
    function onVisible(): void {
      if (document.visibilityState === 'visible') void revalidateUnless(who, revalidate);
    }
    // This browser heard otherwise last, from a page that refused: what stands here may be older.
    if (lastWord() !== who) void revalidateUnless(who, revalidate);
    tell(who);
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onShow);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onShow);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [who, revalidate]);

  useEffect(() => {
    if (askedAt.current === key) return;
    askedAt.current = key;
    void revalidateUnless(who, revalidate);
  }, [key, who, revalidate]);
}

/** Guests are not asked about: nobody is signed in from elsewhere, and another tab tells. */
async function revalidateUnless(who: string, revalidate: () => Promise<void>): Promise<void> {
  if (who === GUEST) return;
  const now = await fetch('/api/session').then((answer) => (answer.ok ? (answer.json() as Promise<{ person: SessionUser | null }>) : null), () => null);
  if (now === null) return;
  const name = nameOf(now.person);
  if (name !== who && concerns(name)) await revalidate();
}

function concerns(now: string | null): boolean {
  return now !== GUEST || !hasUnsentForm();
}

function nameOf(sessionUser: SessionUser | null): string {
  return sessionUser === null ? GUEST : [sessionUser.role, ...sessionUser.rights, sessionUser.name].join(' ');
}

/** Who was signed in by what the browser's pages said last; null where storage is blocked or empty. */
function lastWord(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function tell(who: string): void {
  try {
    if (lastWord() !== who) window.localStorage.setItem(KEY, who);
  } catch {
    // Storage is blocked: the other tabs learn it at their next step.
  }
}
