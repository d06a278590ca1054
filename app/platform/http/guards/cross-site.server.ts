/** Programs send neither header and pass: they carry no cookies of a visitor. */
export function isCrossSite(request: { headers: Pick<Headers, 'get'> }, allowed: { publicUrl: URL; loopbackAliases: boolean }): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = request.headers.get('origin');
  if (origin === null || origin === allowed.publicUrl.origin) return false;
  // Pages without referrer send `Origin: null`; `Sec-Fetch-Site` can't be forged by a page.
  if (origin === 'null' && site === 'same-origin') return false;
  return !(allowed.loopbackAliases && isLoopbackAlias(origin, allowed.publicUrl));
}

function isLoopbackAlias(origin: string, publicUrl: URL): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  return protocol === 'http:' && port === publicUrl.port && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
