import { createHash } from 'node:crypto';

/** Scripts with `src` are allowed by 'self'. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

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

/** Hashes only inline scripts with our rendering's nonce, so that a smuggled one is blocked, and removes the nonce, so that the page can be cached. */
export function sealPage(rendered: string, page: { scriptNonce: string; runWasm: boolean }): { html: string; policy: string } {
  const mark = ` nonce="${page.scriptNonce}"`;
  const ours = [...rendered.matchAll(INLINE_SCRIPT)].filter(([, attributes = '']) => attributes.includes(mark));
  const hashes = ours.map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
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
