import { cookie } from '#app/platform/http/cookies/cookie.server.ts';

const VALUE = /^[A-Z2-7]{26}$/;

/** For the whole site: a page's own data are asked for at `/les-meues-dades.data`, beside its path. `code` holds the mailed code until the button is pressed, `key` what it was exchanged for. */
const COOKIES = {
  code: cookie({ name: 'comboi_data_code', lifeS: 30 * 60 }),
  key: cookie({ name: 'comboi_data_key', lifeS: 60 * 60 }),
} as const;

export type MyDataCookie = keyof typeof COOKIES;

export function readMyDataCookie(headers: Headers, which: MyDataCookie, publicUrl: URL): string | null {
  return checkedToken(COOKIES[which].read(headers, publicUrl));
}

export function checkedToken(value: string | null | undefined): string | null {
  return value !== null && value !== undefined && VALUE.test(value) ? value : null;
}

/** `null` deletes it. */
export function myDataCookie(which: MyDataCookie, value: string | null, publicUrl: URL): string {
  return COOKIES[which].write(value, publicUrl);
}
