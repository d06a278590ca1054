import { createContext, type MiddlewareFunction, redirect } from 'react-router';

import type { Deps } from '#app/platform/deps.server.ts';
import { cookie } from '#app/platform/http/cookies/cookie.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

const NAME = 'comboi_message';
const newMessage = cookie({ name: NAME, lifeS: 60 });
const seenMessage = cookie({ name: NAME, lifeS: 10 });
const SEEN_PREFIX = 'told.';
const MAX_LENGTH = 600;

export interface Flash {
  /** By which a page that hears a message twice knows it. */
  id: string;
  text: string;
}

export const flashContext = createContext<{ message: Flash | null; isRead: boolean }>({ message: null, isRead: false });

export function redirectWithMessage({ env, ids }: Pick<Deps, 'env' | 'ids'>, to: string, message: string): Response {
  return redirect(to, { status: 303, headers: { 'Set-Cookie': newMessage.write(`${ids.uuid()}.${message.slice(0, MAX_LENGTH)}`, env.publicUrl) } });
}

/** Tells a message once to a page, and twice to its scripts: of two answers on their way they discard the first. */
export const carryFlash: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const { publicUrl } = context.get(requestContext).deps.env;
  const stored = newMessage.read(request.headers, publicUrl) ?? '';
  const isToScripts = request.headers.get('Sec-Fetch-Dest') === 'empty';
  const wasSeen = stored.startsWith(SEEN_PREFIX);
  const message = readMessage(wasSeen ? stored.slice(SEEN_PREFIX.length) : stored);
  const flash = { message: wasSeen && !isToScripts ? null : message, isRead: false };
  context.set(flashContext, flash);
  const response = await next();
  if (flash.isRead && stored !== '') response.headers.append('Set-Cookie', isToScripts && !wasSeen ? seenMessage.write(SEEN_PREFIX + stored, publicUrl) : newMessage.write(null, publicUrl));
  return response;
};

function readMessage(stored: string): Flash | null {
  const at = stored.indexOf('.');
  return at < 1 ? null : { id: stored.slice(0, at), text: stored.slice(at + 1, at + 1 + MAX_LENGTH) };
}
