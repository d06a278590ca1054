export interface RelyingParty {
  id: string;
  origin: string;
}

/** WebAuthn needs a domain name, never an IP address; on this machine it is `localhost`. Null where it can't work. */
export function relyingParty(publicUrl: URL): RelyingParty | null {
  const { hostname, protocol, port, origin } = publicUrl;
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) {
    return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
  }
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' && !isAddress ? { id: hostname, origin } : null;
}
