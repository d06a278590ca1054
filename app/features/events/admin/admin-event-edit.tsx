import type { ReactNode } from 'react';
import { data, Outlet } from 'react-router';

import { sendFormOr } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { soldOverLimit } from '#app/domain/event/event-draft.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { EditedEvent } from './schema.ts';
import { findEditedEvent, saveEvent } from './service.server.ts';
import type { Route } from './+types/admin-event-edit.ts';
import { EventForm } from './event-form.tsx';
import { eventForm } from './event-forms.ts';
import { draftOf, fieldProblems } from './event-draft.server.ts';
import { changesBetween, eventFields, SAVE_FAILED } from './form-values.ts';

export const clientAction = sendFormOr(() => SAVE_FAILED);

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Editar Esdeveniment' });

export async function loader(args: Route.LoaderArgs): Promise<{ event: EditedEvent }> {
  const { deps } = staffOf(args, 'admin');
  return { event: await eventAt(deps, args.params.eventId) };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'admin');
  const { id: eventId, sold } = await eventAt(deps, args.params.eventId);
  const sent = await readAdminForm(args.request);
  const form = parseForm(sent, eventForm);
  if (form.reply) return form.reply;
  const draft = draftOf(form.value);
  const saved = await saveEvent(deps, staff, { eventId, version: Number(form.value.version), draft, tellsHolders: form.value.tellHolders });
  switch (saved.outcome) {
    case 'done':
      return done(sent.get('next') === 'menus' ? `/admin/events/menus/${eventId}` : '/admin', savedText({ told: saved.told, over: soldOverLimit(draft.maxTickets, sold) }));
    case 'invalid':
      return form.refuse({ fields: fieldProblems(saved.problems) });
    case 'conflict':
      return form.conflict({ version: String(saved.current.version), changes: changesBetween(saved.current, draft) });
    case 'not_found':
      throw data(null, { status: 404 });
    case 'key_reused':
    case 'refused':
      throw refuseAdminPage();
  }
}

function savedText({ told, over }: { told: number; over: number | null }): string {
  const mails = told === 0 ? '' : told === 1 ? " S'ha avisat 1 comanda per correu." : ` S'han avisat ${told} comandes per correu.`;
  return `Esdeveniment actualitzat.${mails}${over === null ? '' : ` Hi ha ${over} tiquets venuts per damunt del límit.`}`;
}

async function eventAt(deps: Deps, text: string): Promise<EditedEvent> {
  const id = parseEventId(text);
  const event = id === null ? null : await findEditedEvent(deps, id);
  if (event === null) throw data(null, { status: 404 });
  return event;
}

export default function AdminEventEdit({ loaderData: { event }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Editar Esdeveniment" lead={`${event.image} ${event.title}`} back={{ to: '/admin', text: "Panell d'Administració" }} width="text">
      <EventForm key={event.id} fields={eventFields(event)} edited={event} reply={actionData} />
      <Outlet />
    </AdminPage>
  );
}
