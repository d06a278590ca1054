import { parse, serialize } from 'hono/utils/cookie';

export interface Cookie {
  /** Undefined when the browser sent none. */
  read(headers: Headers, publicUrl: URL): string | undefined;
  /** The header that sets it; `null` takes it away. */
  write(value: string | null, publicUrl: URL): string;
}

/** A cookie of ours: not for scripts, not for other sites, and over https under a prefix that keeps sub-domains from planting one. */
export function cookie({ name, lifeS, path = '/' }: { name: string; lifeS: number; path?: string }): Cookie {
  // Browsers take `__Host-` for the whole site alone.
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  const nameOn = (publicUrl: URL): string => (isHttps(publicUrl) ? `${prefix}${name}` : name);
  return {
    read: (headers, publicUrl) => parse(headers.get('cookie') ?? '', nameOn(publicUrl))[nameOn(publicUrl)],
    write: (value, publicUrl) =>
      serialize(nameOn(publicUrl), value ?? '', { path, httpOnly: true, sameSite: 'Lax', secure: isHttps(publicUrl), maxAge: value === null ? 0 : lifeS }),
  };
}

function isHttps(publicUrl: URL): boolean {
  return publicUrl.protocol === 'https:';
}
