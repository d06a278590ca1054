import { codeCookies } from '#app/platform/http/cookies/code-cookies.server.ts';
import { cookie } from '#app/platform/http/cookies/cookie.server.ts';

/** For the whole site: a page's own data are asked for at `/les-meues-dades.data`, beside its path. `code` holds the mailed code until the button is pressed, `key` what it was exchanged for. */
export const { checked: checkedToken, read: readMyDataCookie, write: myDataCookie } = codeCookies(/^[A-Z2-7]{26}$/, {
  code: cookie({ name: 'comboi_data_code', lifeS: 30 * 60 }),
  key: cookie({ name: 'comboi_data_key', lifeS: 60 * 60 }),
});
