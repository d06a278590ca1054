import { createHash } from 'node:crypto';

/** Inline scripts only: those with `src` are allowed by 'self'. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

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

/** The content policy of one page: its inline scripts by hash, everything else from our own origin. */
export function contentPolicyFor(html: string, may: { runWasm: boolean }): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...(may.runWasm ? ["'wasm-unsafe-eval'"] : []), ...new Set(hashes)].join(' '),
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
