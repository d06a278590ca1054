import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';

import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';

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
  const seen = useRef<{ key: string; who: string } | null>(null);
  const who = nameOf(sessionUser);

  useEffect(() => {
    const isMoved = seen.current !== null && seen.current.key !== key;
    const isNew = seen.current?.who !== who;
    seen.current = { key, who };
    // A refused page was rendered for another session than the one displayed.
    if (isMoved || (isNew && lastWord() !== who)) void revalidateUnless(who, revalidate);
    if (isNew) broadcast(who);
  }, [key, who, revalidate]);

  useEventListener('window', 'storage', ({ key: changed, newValue }) => {
    if (changed === KEY && newValue !== who && concerns(newValue)) void revalidate();
  });
  useEventListener('window', 'pageshow', ({ persisted }) => {
    if (persisted) void (hasDirtyForm() ? revalidateUnless(who, revalidate) : revalidate());
  });
  useEventListener('document', 'visibilitychange', () => {
    if (document.visibilityState === 'visible') void revalidateUnless(who, revalidate);
  });
}

/** Guests have no session that could end elsewhere; another tab tells of signing in. */
async function revalidateUnless(who: string, revalidate: () => Promise<void>): Promise<void> {
  if (who === GUEST) return;
  const now: { person: SessionUser | null } | null = await fetch('/api/session').then((answer) => (answer.ok ? answer.json() : null), () => null);
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

function broadcast(who: string): void {
  try {
    if (lastWord() !== who) window.localStorage.setItem(KEY, who);
  } catch {
    // Storage is blocked: other tabs learn of it at their next step.
  }
}
