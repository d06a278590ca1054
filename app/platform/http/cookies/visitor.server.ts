import { cookie } from './cookie.server.ts';

const VALUE = /^[0-9a-f-]{36}$/;

const visitorBrowser = cookie({ name: 'comboi_visitor', lifeS: 365 * 24 * 60 * 60 });

export function readVisitor(headers: Pick<Headers, 'get'>, publicUrl: URL): string | null {
  return visitorIn(headers.get('cookie') ?? undefined, publicUrl);
}

export function visitorIn(cookies: string | undefined, publicUrl: URL): string | null {
  const value = visitorBrowser.readFrom(cookies, publicUrl);
  return value !== undefined && VALUE.test(value) ? value : null;
}

export function visitorCookie(visitor: string, publicUrl: URL): string {
  return visitorBrowser.write(visitor, publicUrl);
}
