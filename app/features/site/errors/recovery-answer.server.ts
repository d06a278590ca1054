import { redirect } from 'react-router';

import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { RESET_SCREEN, recoveryTarget } from '#app/domain/people/recovery-link.ts';

/** The framework's data requests carry the query too. */
const OWN_PATHS = [RESET_SCREEN, `${RESET_SCREEN}.data`];

/** For a link whose parameters came as a query; null for others. Neither cached nor with referrer: the address holds a one-time code. */
export function recoveryAnswer(request: Request): Response | null {
  const { pathname, search } = new URL(request.url);
  const target = recoveryTarget(search);
  if (target === null || OWN_PATHS.includes(pathname)) return null;
  return redirect(target, { status: 302, headers: PRIVATE_LINK });
}
