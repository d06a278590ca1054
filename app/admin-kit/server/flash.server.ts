import { parse, serialize } from 'hono/utils/cookie';
import { createContext, type MiddlewareFunction, redirect } from 'react-router';

import { requestContext } from '#app/http/request-context.server.ts';

/** Until the page that it leads to has come; a browser that never gets there forgets it. */
const LIFE_S = 60;
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
  return redirect(to, { status: 303, headers: { 'Set-Cookie': cookieOf(message.slice(0, MAX_LENGTH), publicUrl) } });
}

/** Around all admin pages: hands the message to the page and takes it from the browser once it has been shown. */
export const carryFlash: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const { publicUrl } = context.get(requestContext).deps.env;
  const name = nameOn(publicUrl);
  const text = parse(request.headers.get('cookie') ?? '', name)[name] ?? '';
  const flash: Flash = { text: text === '' ? null : text.slice(0, MAX_LENGTH), isShown: false };
  context.set(flashContext, flash);
  const response = await next();
  if (flash.isShown) response.headers.append('Set-Cookie', cookieOf('', publicUrl));
  return response;
};

/** Empty takes it away. */
function cookieOf(text: string, publicUrl: URL): string {
  return serialize(nameOn(publicUrl), text, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.protocol === 'https:',
    maxAge: text === '' ? 0 : LIFE_S,
  });
}

function nameOn(publicUrl: URL): string {
  return publicUrl.protocol === 'https:' ? '__Host-comboi_message' : 'comboi_message';
}
