import { CALLS } from '#app/features.server.ts';
import { declaredActions } from '#tests/support/forms/declared-actions.ts';

/** By how they begin, or whole where they end with `$`: what nobody in the simulation asks for yet, with the reason. */
const LEFT_OUT: Record<string, string> = {
  'POST /api/session/code': 'second factors belong to their own tests: nothing that is sold depends on them',
  'POST /api/session/passkey': 'an authenticator is needed',
  'POST /api/passkeys': 'an authenticator is needed',
  'GET /api/calendar/:token': 'its address is made on a page with scripts',
  'GET /api/my-tickets/:number/apple-wallet': 'wallets are not configured',
  'GET /api/my-tickets/:number/google-wallet': 'wallets are not configured',
  'GET /api/taken-tickets/:key/apple-wallet': 'wallets are not configured',
  'GET /api/taken-tickets/:key/google-wallet': 'wallets are not configured',
  'GET /api/orders/:orderId/tickets/:number/': 'wallets are not configured',
  'GET /api/events/:id/live': 'a stream',
  'POST /api/payments/stripe': 'the bank delivers its events itself, without being recorded',
  'POST /api/orders/:orderId/address': 'only within minutes, and in the browser that bought',
  'GET /dev/mail': 'the post office of the simulation keeps the mails',
  'GET /identity/': 'what nobody uploaded is not there',
  'GET /pictures/': 'what nobody uploaded is not there',
  'GET /files/': 'what nobody uploaded is not there',
  'POST /checkout/': 'people order by the call, which does the same',
  'POST /login/codi': 'second factors belong to their own tests',
  'POST /login/entra': 'a link that was used once opens nothing',
  'POST /verificacio': 'second factors belong to their own tests',
  'POST /admin/users/:userId reset-second-factor': 'second factors belong to their own tests',
  'POST /claus-acces': 'an authenticator is needed',
  'POST /reset-password': 'its key stands behind the # of its address, which only a browser reads',
  'POST /admin delete$': 'the list of all events: those of the model stand there, too',
  'POST /admin archive$': 'the list of all events: those of the model stand there, too',
  'POST /admin/llibrets': 'booklets are kept by the calls, which do the same',
  'POST /admin/passes take-scans': 'scans of a phone whose pass had ended have tests of their own',
  'POST /admin/passes drop-scans': 'scans of a phone whose pass had ended have tests of their own',
  'POST /admin/orders/:orderId pay-out': 'what is owed in person is paid out from its list, which does the same',
  'POST /les-meues-dades/tancar ask': 'only where the password was shown long ago: people of the simulation sign in anew',
  'POST /admin/mails all-again': 'mails that fail all alike need a post office that refuses our password for days',
  'POST /admin/payments': 'cases that need a person have no actor',
  'POST /admin/programs/webhooks': 'the other programs are let in by the calls, which do the same',
  'POST /admin/till/:sessionId/sales': 'the till gives back by the call, which does the same',
};

export interface Coverage {
  calls: { used: number; of: number; missing: string[] };
  actions: { used: number; of: number; missing: string[] };
}

/** Which of the declared calls were answered as wished, and which actions of pages were answered. */
export function coverageOf(used: Iterable<string>): Coverage {
  const seen = [...used];
  const calls = CALLS.map(({ method, path }) => `${method} ${path}`);
  const actions = declaredActions().flatMap(({ page, intents }) => (intents.length === 0 ? [`POST ${page}`] : intents.map((intent) => `POST ${page} ${intent}`)));
  return { calls: share(calls, seen), actions: share(actions, seen) };
}

function share(declared: readonly string[], seen: readonly string[]): Coverage['calls'] {
  const unused = declared.filter((one) => !seen.some((call) => patternOf(one).test(call)));
  return { used: declared.length - unused.length, of: declared.length, missing: unused.filter((one) => !Object.keys(LEFT_OUT).some((begin) => (begin.endsWith('$') ? `${one}$` === begin : one.startsWith(begin)))) };
}

/** `/admin/waiting-list/:eventId?` as what matches its addresses, whatever intent follows where none is asked for. */
function patternOf(declared: string): RegExp {
  const pattern = declared.replaceAll(/\/:\w+\?/g, '(?:/[^/ ]+)?').replaceAll(/:\w+/g, '[^/ ]+').replaceAll('.', String.raw`\.`);
  return new RegExp(declared.split(' ').length === 2 ? `^${pattern}(?: \\S+)?$` : `^${pattern}$`);
}
