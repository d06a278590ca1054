import type { ReactNode } from 'react';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { bookletTitle } from '#app/domain/booklets/booklet.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { createBooklet } from './service.server.ts';
import type { Route } from './+types/admin-booklet-new.ts';
import { newBookletForm } from './booklet-form-schema.ts';
import { BookletForm } from './booklet-form.tsx';
import { sendBookletForm } from './save-failure.ts';

export const clientAction = sendBookletForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Nou llibret' });

export function loader(args: Route.LoaderArgs): { year: string } {
  const { deps } = staffOf(args, 'editor');
  return { year: dayInMadrid(deps.clock.now()).slice(0, 4) };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'editor');
  const form = parseForm(await readAdminForm(args.request), newBookletForm);
  if (form.reply) return form.reply;
  const { year, pageCount, fileId } = form.value;
  const made = await createBooklet(deps, staff, { draft: { year, pageCount }, fileId });
  switch (made.outcome) {
    case 'done':
      return done('/admin/llibrets', `${bookletTitle(year)} creat. Les seues pàgines es preparen en uns segons.`);
    case 'invalid':
      return form.refuse({ fields: made.problems });
    case 'key_reused':
    case 'refused':
      throw refuseAdminPage();
  }
}

export default function AdminBookletNew({ loaderData: { year }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Nou llibret" back={{ to: '/admin/llibrets', text: 'Llibrets' }} reply={actionData} width="text">
      <BookletForm fields={{ year, pageCount: '' }} current={null} reply={actionData} />
    </AdminPage>
  );
}
