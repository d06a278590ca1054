import { cookie } from './cookie.server.ts';

const VALUE = /^[0-9a-f-]{36}$/;

/** Tells one browser from another and says nothing else: the buyer of holds who has no account. */
const visitorBrowser = cookie({ name: 'comboi_visitor', lifeS: 365 * 24 * 60 * 60 });

export function readVisitor(headers: Headers, publicUrl: URL): string | null {
  const value = visitorBrowser.read(headers, publicUrl);
  return value !== undefined && VALUE.test(value) ? value : null;
}

export function visitorCookie(visitor: string, publicUrl: URL): string {
  return visitorBrowser.write(visitor, publicUrl);
}
