import { redirect } from 'react-router';

import { RESET_SCREEN, recoveryTarget } from '#app/domain/people/recovery-link.ts';

/** The screen itself, and what its scripts ask and send while its address still holds the link. */
const OWN_PATHS = [RESET_SCREEN, `${RESET_SCREEN}.data`];

/**
 * The answer to a recovery link whose parameters came as a query; null for any other request. The address holds a
 * one-time code: it must not be stored on the way nor sent on as a referrer.
 */
export function recoveryAnswer(request: Request): Response | null {
  const { pathname, search } = new URL(request.url);
  const target = recoveryTarget(search);
  if (target === null || OWN_PATHS.includes(pathname)) return null;
  return redirect(target, { status: 302, headers: { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' } });
}
