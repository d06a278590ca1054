import type { ReactNode } from 'react';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-event-menus.ts';
import { MenuForm } from './menu-form.tsx';

export { action, loader } from './admin-event-menus.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Menús i Opcions' });

export default function AdminEventMenus({ loaderData: { event, sources }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Menús i Opcions" lead={`${event.image} ${event.title}`} back={{ to: '/admin', text: "Panell d'Administració" }} reply={actionData}>
      <MenuForm key={event.id} event={event} sources={sources} reply={actionData} />
    </AdminPage>
  );
}
