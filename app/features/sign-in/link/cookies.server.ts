import { codeCookies } from '#app/platform/http/cookies/code-cookies.server.ts';
import { cookie } from '#app/platform/http/cookies/cookie.server.ts';

/** `browser` tells the browser that asked from others; `code` holds the mailed code until the button is pressed. */
export const { checked: checkedCode, read: readLinkCookie, write: linkCookie } = codeCookies(/^[\w-]{26,64}$/, {
  browser: cookie({ name: 'comboi_link_browser', lifeS: 24 * 60 * 60, path: '/login' }),
  code: cookie({ name: 'comboi_link_code', lifeS: 15 * 60, path: '/login' }),
});
