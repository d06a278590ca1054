import { isRouteErrorResponse } from 'react-router';

import type { SessionUser } from './session-user.ts';

/** Carries the refused user, since no loader runs then. */
export interface RefusalData {
  sessionUser: SessionUser | null;
}

/** Undefined when the guard did not throw it. */
export function refusedPerson(error: unknown): SessionUser | null | undefined {
  return isRouteErrorResponse(error) ? (error.data as RefusalData | null)?.sessionUser : undefined;
}
