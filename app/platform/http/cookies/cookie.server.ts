import { parse, serialize } from 'hono/utils/cookie';

export const SESSION_COOKIE = 'comboi.session_token';

export interface Cookie {
  read(headers: Headers, publicUrl: URL): string | undefined;
  readFrom(cookies: string | undefined, publicUrl: URL): string | undefined;
  write(value: string | null, publicUrl: URL): string;
}

/** A prefixed name over https keeps sub-domains from planting one. */
export function cookie({ name, lifeS, path = '/' }: { name: string; lifeS: number; path?: string }): Cookie {
  const nameOn = (publicUrl: URL): string => cookieName(publicUrl, { name, path });
  const readFrom = (cookies: string | undefined, publicUrl: URL): string | undefined => (cookies === undefined ? undefined : parse(cookies, nameOn(publicUrl))[nameOn(publicUrl)]);
  return {
    readFrom,
    read: (headers, publicUrl) => readFrom(headers.get('cookie') ?? undefined, publicUrl),
    write: (value, publicUrl) =>
      serialize(nameOn(publicUrl), value ?? '', { path, httpOnly: true, sameSite: 'Lax', secure: isHttps(publicUrl), maxAge: value === null ? 0 : lifeS }),
  };
}

export function cookieName(publicUrl: URL, { name, path = '/' }: { name: string; path?: string }): string {
  // `__Host-` needs the path `/`.
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  return isHttps(publicUrl) ? `${prefix}${name}` : name;
}

function isHttps(publicUrl: URL): boolean {
  return publicUrl.protocol === 'https:';
}
