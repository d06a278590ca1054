import { redirect } from 'react-router';

import { recoveryAnswer } from '../recovery-answer.server.ts';
import type { Route } from './+types/unknown-path.ts';

/** Any path outside the table goes home (spec §2), with 302: tomorrow it may exist. A hash survives the redirect. */
export function loader({ request }: Route.LoaderArgs): Response {
  return recoveryAnswer(request) ?? redirect('/', 302);
}
