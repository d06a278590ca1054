import type { ReactNode } from 'react';

import { sendFormOr } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-event-new.ts';
import { EventForm } from './event-form.tsx';
import { SAVE_FAILED } from './form-values.ts';

export { action, loader } from './admin-event-new.server.ts';
export const clientAction = sendFormOr(() => SAVE_FAILED);

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Crear Esdeveniment' });

export default function AdminEventNew({ loaderData: { fields }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage
      reply={actionData}
      title="Crear Esdeveniment"
      {...(fields.from !== undefined && { lead: 'Còpia amb els seus menús. Posa-li la data nova.' })}
      back={{ to: '/admin', text: "Panell d'Administració" }}
      width="text"
    >
      <EventForm fields={fields} edited={null} reply={actionData} />
    </AdminPage>
  );
}
