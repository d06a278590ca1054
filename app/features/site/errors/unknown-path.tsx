import { redirect } from 'react-router';

/** Spec §2. 302: the path may exist tomorrow; a hash survives the redirect. */
export function loader(): Response {
  return redirect('/', 302);
}
