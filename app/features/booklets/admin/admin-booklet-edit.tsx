import type { ReactNode } from 'react';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-booklet-edit.ts';
import { BookletForm } from './booklet-form.tsx';
import { sendBookletForm } from './save-failure.ts';

export { action, loader } from './admin-booklet-edit.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendBookletForm;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: `Editar ${loaderData?.title ?? 'llibret'}` });

export default function AdminBookletEdit({ loaderData: { id, title, bytes, fields }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Editar llibret" lead={title} back={{ to: '/admin/llibrets', text: 'Llibrets' }} reply={actionData} width="text">
      <BookletForm key={id} fields={fields} current={bytes} reply={actionData} />
    </AdminPage>
  );
}
