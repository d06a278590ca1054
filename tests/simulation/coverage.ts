import { CALLS } from '#app/features.server.ts';
import { declaredActions } from '#tests/support/forms/declared-actions.ts';

/** By how they begin: what nobody in the simulation asks for yet, with the reason. */
const LEFT_OUT: Record<string, string> = {
  'POST /api/session/': 'second factors and passkeys belong to their own tests: nothing that is sold depends on them',
  'GET /api/session': 'who is signed in is asked by pages',
  'DELETE /api/session': 'people leave by letting their sessions expire',
  'POST /api/passkeys': 'an authenticator is needed',
  'GET /api/calendar': 'the feed of an account has no actor',
  'GET /api/my-tickets/': 'the files of an account have no actor',
  'GET /api/taken-tickets/': 'wallets are not configured',
  'GET /api/orders/:orderId/tickets': 'wallets are not configured, and sheets to print are dear',
  'POST /api/orders/:orderId/address': 'a buyer who mistypes has no actor; the desk corrects',
  'GET /api/events/:id/live': 'a stream',
  'DELETE /api/admin/events/:id': 'events are withdrawn instead',
  'POST /api/admin/events/:id/archive': 'events are withdrawn instead',
  'POST /api/payments/stripe': 'the sandbox delivers its events itself',
  'POST /api/tickets/verify': 'looks, and changes nothing',
  'POST /api/tickets/party': 'looks, and changes nothing',
  'POST /api/tickets/use-party': 'families come in one by one',
  'POST /api/tickets/undo-serving': 'the kitchen does not slip',
  'GET /api/door/:eventId/search': 'looks, and changes nothing',
  'POST /api/admin/uploads': 'files are worked on in real time',
  'PATCH /api/admin/uploads': 'files are worked on in real time',
  'DELETE /api/admin/uploads': 'files are worked on in real time',
  'GET /api/admin/uploads': 'files are worked on in real time',
  'POST /api/admin/booklets': 'files are worked on in real time',
  'GET /api/admin/booklets': 'files are worked on in real time',
  'PUT /api/admin/booklets': 'files are worked on in real time',
  'DELETE /api/admin/booklets': 'files are worked on in real time',
  'GET /dev/mail': 'the post office of the simulation keeps the mails',
  'GET /identity/': 'pictures change nothing',
  'GET /pictures/': 'pictures change nothing',
  'GET /files/': 'pictures change nothing',
  'POST /admin': 'the desk asks by the calls, which do the same; every form is sent by the journeys of the forms',
  'POST /tiquet-perdut': 'has no actor yet',
  'POST /calendar': 'has no actor yet',
  'POST /torns': 'shifts are given, not asked for',
  'POST /les-meues-dades': "nobody's data are erased yet",
  'POST /la-meua-colla': 'orders change their colla by the call, which does the same',
  'POST /necessitats': 'what people can not eat has no actor yet',
  'GET /embed/events': 'shows what the list of events shows',
  'POST /api/admin/webhooks/:webhookId/test': 'sends what nobody bought',
  'GET /api/admin/webhooks/:webhookId/deliveries': 'the other program keeps what it was told',
  'DELETE /api/admin/webhooks': 'the other program listens all year',
  'POST /dispositius': 'accounts have no actor of their own',
  'POST /log': 'people sign in by the call',
  'POST /change-password': 'accounts have no actor of their own',
  'POST /confirma-contrasenya': 'people sign in by the call',
  'POST /forgot-password': 'accounts have no actor of their own',
  'POST /reset-password': 'accounts have no actor of their own',
  'POST /verificacio': 'accounts have no actor of their own',
  'POST /claus-acces': 'accounts have no actor of their own',
};

export interface Coverage {
  calls: { used: number; of: number; missing: string[] };
  actions: { used: number; of: number; missing: string[] };
}

/** Which of the declared calls and page actions were answered as wished. */
export function coverageOf(used: Iterable<string>): Coverage {
  const seen = [...used];
  const calls = CALLS.map(({ method, path }) => `${method} ${path}`);
  const actions = declaredActions().flatMap(({ page, intents }) => (intents.length === 0 ? [`POST ${page}`] : intents.map((intent) => `POST ${page} ${intent}`)));
  return { calls: share(calls, seen), actions: share(actions, seen) };
}

function share(declared: readonly string[], seen: readonly string[]): Coverage['calls'] {
  const unused = declared.filter((one) => !seen.some((call) => patternOf(one).test(call)));
  return { used: declared.length - unused.length, of: declared.length, missing: unused.filter((one) => !Object.keys(LEFT_OUT).some((begin) => one.startsWith(begin))) };
}

/** `/admin/waiting-list/:eventId?` as what matches its addresses, whatever intent follows where none is asked for. */
function patternOf(declared: string): RegExp {
  const pattern = declared.replaceAll(/\/:\w+\?/g, '(?:/[^/ ]+)?').replaceAll(/:\w+/g, '[^/ ]+').replaceAll('.', String.raw`\.`);
  return new RegExp(`^${pattern}$`);
}
