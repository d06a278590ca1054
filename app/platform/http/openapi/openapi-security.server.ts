import type { Call } from '../calls.server.ts';
import { cookieName, SESSION_COOKIE } from '../cookies/cookie.server.ts';
import type { Audience } from '../page.ts';

type Requirement = Readonly<Record<string, readonly string[]>>;

const NOBODY: Requirement = {};
const SESSION: Requirement = { session: [] };

export function securitySchemes(publicUrl: URL): object {
  return {
    session: { type: 'apiKey', in: 'cookie', name: cookieName(publicUrl, { name: SESSION_COOKIE }), description: 'The cookie that `POST /api/session` sets' },
    token: { type: 'http', scheme: 'bearer', description: 'A token of an admin (`cmb_…`), with the scopes that `x-token-scopes` names; never together with a cookie' },
    eveningPass: { type: 'http', scheme: 'bearer', description: 'The token of an evening pass, for the door of its events' },
    metricsToken: { type: 'http', scheme: 'bearer', description: 'COMBOI_METRICS_TOKEN; not asked of the own machine where none is set' },
    stripeSignature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature', description: "The payment provider's own" },
  };
}

/** Any one of these opens the call; an empty one says that nobody needs to be signed in. */
export function securityOf({ audience, token }: Pick<Call, 'audience' | 'token'>): readonly Requirement[] {
  if (typeof audience === 'object') return [SESSION, ...(token === undefined ? [] : [{ token: [] }]), ...(audience.orPass || audience.orEndedPass ? [{ eveningPass: [] }] : [])];
  return SECURITY[audience];
}

const SECURITY: Readonly<Record<Extract<Audience, string>, readonly Requirement[]>> = {
  anyone: [NOBODY, SESSION],
  order_bearer: [NOBODY, SESSION],
  link_bearer: [NOBODY],
  provider: [{ stripeSignature: [] }],
  operator: [NOBODY, { metricsToken: [] }],
  demo: [NOBODY],
  member: [SESSION],
  staff: [SESSION],
};
