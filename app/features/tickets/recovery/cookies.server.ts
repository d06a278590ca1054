import { cookie } from '#app/platform/http/cookies/cookie.server.ts';

const PATH = '/tiquet-perdut';
const VALUE = /^[A-Z2-7]{26}$/;

/** `link` holds the mailed code until the button is pressed, `key` what it was exchanged for. */
const COOKIES = {
  code: cookie({ name: 'comboi_ticket_code', lifeS: 30 * 60, path: PATH }),
  key: cookie({ name: 'comboi_ticket_key', lifeS: 60 * 60, path: PATH }),
} as const;

export type LostTicketCookie = keyof typeof COOKIES;

export function readLostTicketCookie(request: Request, which: LostTicketCookie, publicUrl: URL): string | null {
  return checked(COOKIES[which].read(request.headers, publicUrl));
}

export function checked(value: string | null | undefined): string | null {
  return value !== null && value !== undefined && VALUE.test(value) ? value : null;
}

/** `null` deletes it. */
export function lostTicketCookie(which: LostTicketCookie, value: string | null, publicUrl: URL): string {
  return COOKIES[which].write(value, publicUrl);
}
