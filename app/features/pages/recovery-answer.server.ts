import { redirect } from 'react-router';

import { recoveryTarget } from '#app/domain/recovery-link.ts';

/**
 * The answer to a recovery link whose parameters came as a query; null for any other request. The address holds a
 * one-time code: it must not be stored on the way nor sent on as a referrer.
 */
export function recoveryAnswer(request: Request): Response | null {
  const { pathname, search } = new URL(request.url);
  const target = recoveryTarget(search);
  if (target === null || pathname === '/reset-password') return null;
  return redirect(target, { status: 302, headers: { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' } });
}
