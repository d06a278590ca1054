import { createContext, type MiddlewareFunction, redirect } from 'react-router';

import { cookie } from '#app/platform/http/cookies/cookie.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

const flashCookie = cookie({ name: 'comboi_message', lifeS: 60 });
const MAX_LENGTH = 600;

interface Flash {
  text: string | null;
  isShown: boolean;
}

export const flashContext = createContext<Flash>({ text: null, isShown: false });

export function redirectWithMessage(to: string, message: string, publicUrl: URL): Response {
  return redirect(to, { status: 303, headers: { 'Set-Cookie': flashCookie.write(message.slice(0, MAX_LENGTH), publicUrl) } });
}

export const carryFlash: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const { publicUrl } = context.get(requestContext).deps.env;
  const text = flashCookie.read(request.headers, publicUrl) ?? '';
  const flash: Flash = { text: text === '' ? null : text.slice(0, MAX_LENGTH), isShown: false };
  context.set(flashContext, flash);
  const response = await next();
  if (flash.isShown) response.headers.append('Set-Cookie', flashCookie.write(null, publicUrl));
  return response;
};
