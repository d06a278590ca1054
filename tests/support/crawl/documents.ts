import { createHash } from 'node:crypto';

import { isForStaff } from '#app/platform/http/guards/guards.server.ts';

import { htmlFaults } from '../site/html-validate.ts';
import { type Answer, namesOfTrue, type Visit } from './visit.ts';

const HTML = 'text/html; charset=utf-8';
const DIRECTIVES = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];
const HEADERS = {
  'x-content-type-options': /^nosniff$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'access-control-allow-origin': /^$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer|same-origin)$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
  'x-powered-by': /^$/,
};
/** A piece of the build (vite.config.ts). */
const STAFF_FORMS = '/assets/staff-forms-';

/** Every page as guests meet it, and what is not for them as somebody to whom it opens; that of a change of plans opens after one alone (`features/announcements`). */
function isReadWhole({ isWhole, reader, route: { path, audience } }: Visit): boolean {
  return isWhole === true && path !== '/canvi-de-plans' && (reader === 'anonymous' || (reader === 'admin' && (audience === 'member' || isForStaff(audience))));
}

export async function isValidHtml({ isWhole }: Visit, { headers, text }: Answer): Promise<string[] | null> {
  return isWhole === true && headers.get('content-type') === HTML ? htmlFaults(text) : null;
}

export function hasOneTitle(visit: Visit, { status, text }: Answer): string[] | null {
  if (!isReadWhole(visit)) return null;
  const isRefused = visit.reader === 'anonymous' && isForStaff(visit.route.audience);
  const expected = isRefused ? 403 : visit.reader === 'anonymous' && visit.route.path === '/change-password' ? 401 : 200;
  const titles = text.match(/<title>[^<]*<\/title>/g) ?? [];
  const isOurs = titles.length === 1 && titles.join('').includes(isRefused ? 'Àrea Privada · Falla Mar i Foc' : 'Falla Mar i Foc');
  return namesOfTrue({ [`has the titles ${titles.join(', ')}`]: !isOurs, [`answers ${status}, not ${expected}`]: status !== expected });
}

export function hasStaffFormsForStaffAlone(visit: Visit, { text }: Answer): string[] | null {
  if (!isReadWhole(visit)) return null;
  const has = text.includes(STAFF_FORMS);
  return namesOfTrue({ 'comes with them': has && !isForStaff(visit.route.audience), 'comes without them': !has && visit.reader === 'admin' && visit.path === '/admin/settings' });
}

export function runsOurScriptsAlone(visit: Visit, { headers, text }: Answer): string[] | null {
  if (!isReadWhole(visit)) return null;
  const policy = headers.get('content-security-policy') ?? '';
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src')) ?? '';
  // What search engines read is data: no browser runs it, and the policy does not speak of it.
  const inline = [...text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(([, attributes = '']) => !/\bsrc=|type="application\/ld\+json"/.test(attributes)).map(([, , script = '']) => script);
  return namesOfTrue({
    'is no HTML': headers.get('content-type') !== HTML,
    'may compile, or may not, and should not, or should': scripts.includes("'wasm-unsafe-eval'") !== ('wasm' in visit.route),
    [`lets anybody's scripts run: ${scripts}`]: /unsafe-inline|unsafe-eval|\*|https?:|data:|blob:/.test(scripts.replace("'wasm-unsafe-eval'", '')),
    [`lets too much in: ${policy}`]: !DIRECTIVES.every((directive) => policy.includes(directive)),
    'has no script of its own': inline.length === 0,
    'has a script without its hash': !inline.every((script) => scripts.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)),
    'has a hash without its script': [...scripts.matchAll(/'sha256-/g)].length !== new Set(inline).size,
    // They would not run, and must not be there.
    'has a handler in an attribute': /<[^>]+\son\w+=/i.test(text),
    'has an address that is a script': /(href|src|action)="(javascript|data):(?!image)/i.test(text),
    'takes something from elsewhere': /<(script|link|img|iframe)\b[^>]*(src|href)="(https?:)?\/\/(?!127\.0\.0\.1)/i.test(text),
  });
}

export function mayNotBeFramed(_visit: Visit, { headers }: Answer): string[] {
  return namesOfTrue({ 'may be framed': headers.get('x-frame-options') !== 'DENY' || headers.get('content-security-policy')?.includes("frame-ancestors 'none'") !== true });
}

/** What other sites may embed they may also read. */
export function isNeitherSniffedNorReferred({ route }: Visit, { headers }: Answer): string[] {
  const forOthers = route.path === '/embed/events' ? 'cross-origin-resource-policy' : null;
  return Object.entries(HEADERS).filter(([name, value]) => name !== forOthers && !value.test(headers.get(name) ?? '')).map(([name]) => `${name}: ${headers.get(name)}`);
}
