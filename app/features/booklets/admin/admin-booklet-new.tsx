import type { ReactNode } from 'react';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-booklet-new.ts';
import { BookletForm } from './booklet-form.tsx';
import { sendBookletForm } from './save-failure.ts';

export { action, loader } from './admin-booklet-new.server.ts';
export const clientAction = sendBookletForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Nou llibret' });

export default function AdminBookletNew({ loaderData: { year }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Nou llibret" back={{ to: '/admin/llibrets', text: 'Llibrets' }} reply={actionData} width="text">
      <BookletForm fields={{ year }} current={null} reply={actionData} />
    </AdminPage>
  );
}
