import type { ReactNode } from 'react';
import { Outlet } from 'react-router';

import { sendFormOr } from '#app/design/admin-kit/form/send-form.ts';
import { formTexts } from '#app/design/admin-kit/form/record-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { EVENT_FIELDS } from '#app/domain/event/event-fields.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-event-edit.ts';
import { EventForm } from './event-form.tsx';
import { SAVE_FAILED } from './form-values.ts';

export { action, loader } from './admin-event-edit.server.ts';
export const clientAction = sendFormOr(() => SAVE_FAILED);

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Editar Esdeveniment' });

export default function AdminEventEdit({ loaderData: { event }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Editar Esdeveniment" lead={`${event.image} ${event.title}`} back={{ to: '/admin', text: "Panell d'Administració" }} width="text" reply={actionData}>
      <EventForm key={event.id} fields={{ ...formTexts(EVENT_FIELDS, event), version: String(event.version) }} edited={event} reply={actionData} />
      <Outlet />
    </AdminPage>
  );
}
