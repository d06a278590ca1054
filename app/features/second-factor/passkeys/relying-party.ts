export interface RelyingParty {
  id: string;
  origin: string;
}

/** Browsers take a name, never an address: on the machine itself it is `localhost`. Null where passkeys can't be. */
export function relyingParty(publicUrl: URL): RelyingParty | null {
  const { hostname, protocol, port, origin } = publicUrl;
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) {
    return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
  }
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' && !isAddress ? { id: hostname, origin } : null;
}
