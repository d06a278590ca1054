import { parse, serialize } from 'hono/utils/cookie';

const YEAR_S = 365 * 24 * 60 * 60;
const VALUE = /^[0-9a-f-]{36}$/;

/** A cookie that tells one browser from another and says nothing else: the buyer of holds who has no account. */
function nameOn(publicUrl: URL): string {
  return publicUrl.protocol === 'https:' ? '__Host-comboi_visitor' : 'comboi_visitor';
}

export function readVisitor(headers: Headers, publicUrl: URL): string | null {
  const name = nameOn(publicUrl);
  const value = parse(headers.get('cookie') ?? '', name)[name];
  return value !== undefined && VALUE.test(value) ? value : null;
}

export function visitorCookie(visitor: string, publicUrl: URL): string {
  return serialize(nameOn(publicUrl), visitor, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: YEAR_S,
    secure: publicUrl.protocol === 'https:',
  });
}
