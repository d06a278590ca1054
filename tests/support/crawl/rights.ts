import { isForStaff } from '#app/platform/http/guards/guards.server.ts';

import { type Reader, SECRETS } from './readers.ts';
import { type Answer, namesOfTrue, type Visit } from './visit.ts';

const NOBODY: readonly Reader[] = ['anonymous', 'disabled', 'deleted', 'expired'];
const STAFF: readonly Reader[] = ['door', 'editor', 'till'];
const COMMITTEE: readonly Reader[] = ['comision', 'door', 'editor'];
const REFUSED = [401, 403];

export function answersAsDeclared(visit: Visit, { status }: Answer): string[] | null {
  if (visit.isDeclared !== true) return null;
  const { only, never = [] } = allowedTo(visit);
  return namesOfTrue({ failed: status >= 500, [`answers ${status}, not ${only?.join(' or ')}`]: only?.includes(status) === false, [`is refused with ${status}`]: never.includes(status) });
}

function allowedTo({ route: { audience }, reader, method, path }: Visit): { only?: number[]; never?: number[] } {
  const isNobody = NOBODY.includes(reader);
  const isCall = path.startsWith('/api/');
  if (isForStaff(audience)) {
    const may = reader === 'admin' || (typeof audience === 'object' ? reader === audience.right : STAFF.includes(reader));
    return may ? { never: REFUSED } : { only: isCall ? [isNobody ? 401 : 403] : method === 'GET' ? [403] : [401, 403, 405] };
  }
  if (audience === 'member' && isNobody && (isCall || path.startsWith('/change-password'))) return { only: [401] };
  // Their password is none, a body that is empty is no passkey, and what is not theirs is not there.
  if (audience === 'member') return isCall ? { only: path === '/api/session/password' ? [401] : path.startsWith('/api/passkeys') ? [200, 400] : [404] } : { never: [403] };
  if (audience === 'provider') return { only: [400] };
  return { never: ['/api/session', '/api/session/code', '/api/session/passkey'].includes(path) ? [403] : REFUSED };
}

export function hidesWhatIsNotTheirs({ reader }: Visit, { text }: Answer): string[] | null {
  if (reader === 'admin') return null;
  return namesOfTrue({
    "shows somebody else's name": text.includes(SECRETS.person),
    'shows an event that is not for them': !COMMITTEE.includes(reader) && text.includes(SECRETS.event),
    'shows a draft': reader !== 'editor' && text.includes(SECRETS.draft),
  });
}

export function hidesNotes({ reader }: Visit, { text }: Answer): string[] | null {
  return reader === 'admin' ? null : namesOfTrue({ 'shows a note for the kitchen': text.includes(SECRETS.note) });
}

/** A deleted account is to the server a cookie whose session is gone. */
export function outlivesLostSessions({ route, isDeclared, reader, method, path }: Visit, { status }: Answer): string[] | null {
  return isDeclared === true && 'screen' in route && reader === 'deleted' && method === 'GET' && !path.endsWith('.data') ? namesOfTrue({ failed: status >= 500 }) : null;
}
