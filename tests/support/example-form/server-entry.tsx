import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, data, StaticRouterProvider } from 'react-router';

import { changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { parseForm, readAdminForm } from '#app/design/admin-kit/server/parse-form.server.ts';

import { menuForm, routesWith } from './menu-form.tsx';

/** What was saved, in the order it came. */
export const saved: unknown[] = [];
/** Raised by a test: somebody else has saved meanwhile. */
export const other = { version: '7', title: 'Sopar' };

async function save(request: Request): Promise<ReturnType<typeof data<FormReply>>> {
  const form = parseForm(await readAdminForm(request), menuForm);
  if (form.reply) return form.reply;
  const { value } = form;
  if (value.version !== other.version) {
    const changes = changedFields({ saved: { title: other.title }, sent: { title: value.title }, readers: { title: { label: 'Títol', text: (title) => title } } });
    return form.conflict({ version: other.version, changes });
  }
  saved.push(value);
  return data({ intent: 'save', problem: 'Guardat' });
}

const handler = createStaticHandler(routesWith(({ request }) => save(request)));

/** A document, as somebody without scripts gets it; what hydrates it stands beside it. */
export async function render(request: Request): Promise<{ status: number; html: string; hydration: string }> {
  const context = await handler.query(request);
  if (context instanceof Response) throw new Error(`answered ${context.status}`);
  const html = renderToString(<StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />);
  const hydration = JSON.stringify({ loaderData: context.loaderData, actionData: context.actionData, errors: context.errors });
  return { status: context.statusCode, html, hydration };
}

/** The answer of the action alone. */
export async function reply(request: Request): Promise<{ status: number; body: FormReply }> {
  const answer = await save(request);
  return { status: answer.init?.status ?? 200, body: answer.data };
}
