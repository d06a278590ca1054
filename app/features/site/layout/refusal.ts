import { isRouteErrorResponse } from 'react-router';

import type { SessionUser } from './session-user.ts';

/** A refusal carries who was refused: no loader runs then. */
export interface RefusalData {
  sessionUser: SessionUser | null;
}

/** Undefined when the guard didn't throw it. */
export function refusedPerson(error: unknown): SessionUser | null | undefined {
  return isRouteErrorResponse(error) ? (error.data as RefusalData | null)?.sessionUser : undefined;
}
