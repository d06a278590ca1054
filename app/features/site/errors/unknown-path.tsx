import { redirect } from 'react-router';

/** Any path outside the table goes home (spec §2), with 302: tomorrow it may exist. A hash survives the redirect. */
export function loader(): Response {
  return redirect('/', 302);
}
