import { createHash } from 'node:crypto';

/** Inline scripts only: those with `src` are allowed by 'self'. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** What every answer says, whoever made it. Pages add their content policy, an answer's own word wins. */
export function addSecurityHeaders(headers: Headers, facts: { https: boolean }): void {
  const all: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  };
  if (facts.https) all['Strict-Transport-Security'] = 'max-age=31536000; includeSubDomains';
  for (const [name, value] of Object.entries(all)) if (!headers.has(name)) headers.set(name, value);
}

/**
 * A rendered page with its content policy: inline scripts by hash, everything else from our own origin. Only those that our
 * rendering has marked with its nonce are hashed: one that came in with somebody's text is not. The mark is taken out again,
 * so that a page can be kept.
 */
export function sealPage(rendered: string, page: { scriptNonce: string; runWasm: boolean }): { html: string; policy: string } {
  const mark = ` nonce="${page.scriptNonce}"`;
  const ours = [...rendered.matchAll(INLINE_SCRIPT)].filter(([, attributes]) => attributes!.includes(mark));
  const hashes = ours.map(([, , script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`);
  return { html: rendered.replaceAll(mark, ''), policy: policyWith([...(page.runWasm ? ["'wasm-unsafe-eval'"] : []), ...new Set(hashes)]) };
}

function policyWith(scripts: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
