import { cookie } from '#app/platform/http/cookies/cookie.server.ts';

const VALUE = /^[\w-]{26,64}$/;

/** `browser` tells the browser that asked from others; `code` holds the mailed code until the button is pressed. */
const COOKIES = {
  browser: cookie({ name: 'comboi_link_browser', lifeS: 24 * 60 * 60, path: '/login' }),
  code: cookie({ name: 'comboi_link_code', lifeS: 15 * 60, path: '/login' }),
} as const;

export type SignInLinkCookie = keyof typeof COOKIES;

export function readLinkCookie(headers: Headers, which: SignInLinkCookie, publicUrl: URL): string | null {
  return checkedCode(COOKIES[which].read(headers, publicUrl));
}

export function checkedCode(value: string | null | undefined): string | null {
  return value !== null && value !== undefined && VALUE.test(value) ? value : null;
}

/** `null` deletes it. */
export function linkCookie(which: SignInLinkCookie, value: string | null, publicUrl: URL): string {
  return COOKIES[which].write(value, publicUrl);
}
