import type { ReactNode } from 'react';
import { data } from 'react-router';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { EditedEvent } from './schema.ts';
import { findEditedEvent, listAdminEvents, saveEvent } from './service.server.ts';
import type { Route } from './+types/admin-event-menus.ts';
import { menuForm } from './event-forms.ts';
import { menuChanges, menuOf } from './form-values.ts';
import { MenuForm } from './menu-form.tsx';
import type { MenuSource } from './menu-tools/menu-import.tsx';

export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Menús i Opcions' });

export async function loader(args: Route.LoaderArgs): Promise<{ event: EditedEvent; sources: MenuSource[] }> {
  const { deps } = staffOf(args, 'admin');
  const event = await eventAt(deps, args.params.eventId);
  const { coming, past } = await listAdminEvents(deps);
  const sources = [...coming, ...past].filter(({ id }) => id !== event.id).map(({ id, title, date }) => ({ id, text: `${title} (${formatDate(date)})` }));
  return { event, sources };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'admin');
  const { id: eventId } = await eventAt(deps, args.params.eventId);
  const form = parseForm(await readAdminForm(args.request), menuForm);
  if (form.reply) return form.reply;
  const menu = menuOf(form.value);
  const saved = await saveEvent(deps, staff, { eventId, version: Number(form.value.version), menu });
  switch (saved.outcome) {
    case 'done':
      return done('/admin', 'Menús guardats.');
    case 'invalid':
      return form.refuse({ fields: saved.problems });
    case 'conflict':
      return form.conflict({ version: String(saved.current.version), changes: menuChanges(saved.current, menu) });
    case 'not_found':
      throw data(null, { status: 404 });
    case 'key_reused':
    case 'refused':
      throw refuseAdminPage();
  }
}

async function eventAt(deps: Deps, text: string): Promise<EditedEvent> {
  const id = parseEventId(text);
  const event = id === null ? null : await findEditedEvent(deps, id);
  if (event === null) throw data(null, { status: 404 });
  return event;
}

export default function AdminEventMenus({ loaderData: { event, sources }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Menús i Opcions" lead={`${event.image} ${event.title}`} back={{ to: '/admin', text: "Panell d'Administració" }} width="text">
      <MenuForm key={event.id} event={event} sources={sources} reply={actionData} />
    </AdminPage>
  );
}
