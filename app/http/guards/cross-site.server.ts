/**
 * True when a request that changes something was made by another site's page. Programs send neither header and are
 * welcome: they carry no cookies of ours that a foreign page could borrow.
 */
export function isCrossSite(request: Request, allowed: { publicUrl: URL; loopbackAliases: boolean }): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = request.headers.get('origin');
  if (origin === null || origin === allowed.publicUrl.origin) return false;
  // A form on a page without referrer names no origin; that the site is the same is the browser's own word.
  if (origin === 'null' && site === 'same-origin') return false;
  return !(allowed.loopbackAliases && isLoopbackAlias(origin, allowed.publicUrl));
}

/** In the demo people type localhost where the address says 127.0.0.1; both are this machine. */
function isLoopbackAlias(origin: string, publicUrl: URL): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  return protocol === 'http:' && port === publicUrl.port && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
