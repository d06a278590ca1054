import { parse, serialize } from 'hono/utils/cookie';

/** A link's code on its way from the address bar to the button, and the key that the button gives for it. */
export type LostTicketCookie = 'code' | 'key';

const NAMES = { code: 'comboi_ticket_code', key: 'comboi_ticket_key' } as const;
const LIFE_S = { code: 30 * 60, key: 60 * 60 } as const;
const PATH = '/tiquet-perdut';
const VALUE = /^[A-Z2-7]{26}$/;

export function readLostTicketCookie(request: Request, which: LostTicketCookie): string | null {
  return checked(parse(request.headers.get('cookie') ?? '', NAMES[which])[NAMES[which]]);
}

/** Codes and keys have one form; anything else is nobody's. */
export function checked(value: string | null | undefined): string | null {
  return value !== null && value !== undefined && VALUE.test(value) ? value : null;
}

/** `null` takes it away. Only these pages get it. */
export function lostTicketCookie(which: LostTicketCookie, value: string | null, publicUrl: URL): string {
  return serialize(NAMES[which], value ?? '', {
    path: PATH,
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.protocol === 'https:',
    maxAge: value === null ? 0 : LIFE_S[which],
  });
}
