import { createContext, type MiddlewareFunction, redirect } from 'react-router';

import { cookie } from '#app/http/cookies/cookie.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';

/** Until the page that it leads to has come; a browser that never gets there forgets it. */
const flashCookie = cookie({ name: 'comboi_message', lifeS: 60 });
const MAX_LENGTH = 600;

/** The message about what has just been done, for the page that follows. */
interface Flash {
  text: string | null;
  /** Set by whoever shows it: it is shown once. */
  isShown: boolean;
}

export const flashContext = createContext<Flash>({ text: null, isShown: false });

/** Leads on with 303 and a message which the next admin page shows once: with scripts and without, and not again when it is reloaded. */
export function redirectWithMessage(to: string, message: string, publicUrl: URL): Response {
  return redirect(to, { status: 303, headers: { 'Set-Cookie': flashCookie.write(message.slice(0, MAX_LENGTH), publicUrl) } });
}

/** Around all admin pages: hands the message to the page and takes it from the browser once it has been shown. */
export const carryFlash: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const { publicUrl } = context.get(requestContext).deps.env;
  const text = flashCookie.read(request.headers, publicUrl) ?? '';
  const flash: Flash = { text: text === '' ? null : text.slice(0, MAX_LENGTH), isShown: false };
  context.set(flashContext, flash);
  const response = await next();
  if (flash.isShown) response.headers.append('Set-Cookie', flashCookie.write(null, publicUrl));
  return response;
};
