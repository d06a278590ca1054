import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';

import { hasDirtyForm } from './dirty-form.ts';

interface SessionUser {
  name: string;
  role: string;
  rights: readonly string[];
}

const KEY = 'comboi-signed-in';
const GUEST = 'guest';

/** Follows what other tabs, other devices and admins do. Signing out elsewhere does not take a form away that is being filled in. */
export function useSessionSync(sessionUser: SessionUser | null): void {
  const { revalidate } = useRevalidator();
  const { key } = useLocation();
  const askedAt = useRef(key);
  const who = nameOf(sessionUser);

  useEffect(() => {
    function onStorage({ key: changed, newValue }: StorageEvent): void {
      if (changed === KEY && newValue !== who && concerns(newValue)) void revalidate();
    }
    function onShow({ persisted }: PageTransitionEvent): void {
      if (persisted) void (hasDirtyForm() ? revalidateUnless(who, revalidate) : revalidate());
    }
    function onVisible(): void {
      if (document.visibilityState === 'visible') void revalidateUnless(who, revalidate);
    }
    // A refused page was rendered for another session than the one displayed.
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

/** Guests have no session that could end elsewhere; another tab tells of signing in. */
async function revalidateUnless(who: string, revalidate: () => Promise<void>): Promise<void> {
  if (who === GUEST) return;
  const now = await fetch('/api/session').then((answer) => (answer.ok ? (answer.json() as Promise<{ person: SessionUser | null }>) : null), () => null);
  if (now === null) return;
  const name = nameOf(now.person);
  if (name !== who && concerns(name)) await revalidate();
}

function concerns(now: string | null): boolean {
  return now !== GUEST || !hasDirtyForm();
}

function nameOf(sessionUser: SessionUser | null): string {
  return sessionUser === null ? GUEST : [sessionUser.role, ...sessionUser.rights, sessionUser.name].join(' ');
}

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
    // Storage is blocked: other tabs learn of it at their next step.
  }
}
