import { codeCookies } from '#app/platform/http/cookies/code-cookies.server.ts';
import { cookie } from '#app/platform/http/cookies/cookie.server.ts';

const PATH = '/tiquet-perdut';

/** `code` holds the mailed code until the button is pressed, `key` what it was exchanged for. */
export const { checked, read: readLostTicketCookie, write: lostTicketCookie } = codeCookies(/^[A-Z2-7]{26}$/, {
  code: cookie({ name: 'comboi_ticket_code', lifeS: 30 * 60, path: PATH }),
  key: cookie({ name: 'comboi_ticket_key', lifeS: 60 * 60, path: PATH }),
});
