import { EncryptJWT, jwtDecrypt } from 'jose';
import { createContext, type MiddlewareFunction } from 'react-router';

import type { Deps } from '#app/platform/deps.server.ts';
import { draftFields } from '#app/design/ui/forms/form-text.ts';

import { isForStaff } from '../guards/guards.server.ts';
import { readFormUpTo } from '../guards/read-body.server.ts';
import { requestContext } from '../request-context.server.ts';
import { cookie } from './cookie.server.ts';

interface FormDraft {
  path: string;
  search: string;
  fields: [name: string, value: string][];
}

const USE = 'form draft';
const LIFE_S = 15 * 60;
const draft = cookie({ name: 'comboi_form', lifeS: LIFE_S });
/** Browsers keep 4096 bytes of a cookie, its name included. */
const MAX_SEALED = 3_900;
const MAX_SENT = 8 * 1024;

export const formDraftContext = createContext<FormData | null>(null);

/** A form refused for a missing session waits, sealed, in its browser's cookie until its page is opened again; the next form deletes it. */
export const saveFormDraft: MiddlewareFunction<Response> = async ({ context, request, url, pattern }, next) => {
  const { deps, actor, routes } = context.get(requestContext);
  const isForm = request.method === 'POST';
  const stored = actor.kind === 'user' ? await readFormDraft(deps, request.headers) : null;
  if (!isForm && stored?.path === url.pathname && stored.search === url.search) context.set(formDraftContext, formOf(stored));
  const response = await next();
  if (isForm && stored !== null) response.headers.append('Set-Cookie', draft.write(null, deps.env.publicUrl));
  if (isForm && response.status === 401 && isForStaff(routes.audienceOf(pattern))) {
    const sealed = await sealForm(deps, url, request);
    if (sealed !== null) response.headers.append('Set-Cookie', draft.write(sealed, deps.env.publicUrl));
  }
  return response;
};

/** Null where the draft belongs to another path. The query, which may be private, is known from the seal alone. */
export async function formDraftAddress(deps: Deps, headers: Headers, path: string | null): Promise<string | null> {
  const stored = await readFormDraft(deps, headers);
  return stored === null || stored.path !== path ? null : stored.path + stored.search;
}

async function sealForm(deps: Deps, url: URL, request: Request): Promise<string | null> {
  const form = await readFormUpTo(request, MAX_SENT).catch(() => null);
  if (form === null) return null;
  const sealed = await new EncryptJWT({ path: url.pathname, search: url.search, fields: draftFields(form) } satisfies FormDraft)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(deps.clock.now().getTime() + LIFE_S * 1000))
    .encrypt(deps.keys.derive(USE));
  return sealed.length > MAX_SEALED ? null : sealed;
}

async function readFormDraft(deps: Deps, headers: Headers): Promise<FormDraft | null> {
  const sealed = draft.read(headers, deps.env.publicUrl);
  if (sealed === undefined || sealed === '') return null;
  try {
    const { payload } = await jwtDecrypt<FormDraft>(sealed, deps.keys.derive(USE), { currentDate: deps.clock.now() });
    return payload;
  } catch {
    return null;
  }
}

function formOf({ fields }: FormDraft): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
