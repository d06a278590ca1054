import { redirect } from 'react-router';

import { recoveryTarget } from '#app/domain/recovery-link.ts';

/** The reset screen itself, and what its script asks for after a link that came as a hash. */
const THERE = new Set(['/reset-password', '/reset-password.data']);

/**
 * The answer to a recovery link whose parameters came as a query; null for any other request. The address holds a
 * one-time code: it must not be stored on the way nor sent on as a referrer.
 */
export function recoveryAnswer(request: Request): Response | null {
  const { pathname, search } = new URL(request.url);
  const target = recoveryTarget(search);
  if (target === null || THERE.has(pathname)) return null;
  return redirect(target, { status: 302, headers: { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' } });
}
