import type { ReactNode } from 'react';
import { data } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { bookletTitle } from '#app/domain/booklets/booklet.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { findBooklet } from '../service.server.ts';
import { saveBooklet } from './service.server.ts';
import type { Route } from './+types/admin-booklet-edit.ts';
import { bookletForm } from './booklet-form-schema.ts';
import { BookletForm } from './booklet-form.tsx';
import { sendBookletForm } from './save-failure.ts';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendBookletForm;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: `Editar ${loaderData?.title ?? 'llibret'}` });

interface EditedBooklet {
  id: string;
  title: string;
  bytes: number;
  fields: { version: string; year: string; pageCount: string };
}

export async function loader(args: Route.LoaderArgs): Promise<EditedBooklet> {
  const { deps } = staffOf(args, 'editor');
  const booklet = await findBooklet(deps, args.params.bookletId);
  if (booklet === null) throw data(null, { status: 404 });
  const { id, year, bytes, pageCount, version } = booklet;
  return { id, title: bookletTitle(year), bytes, fields: { version: String(version), year: String(year), pageCount: pageCount === null ? '' : String(pageCount) } };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'editor');
  const form = parseForm(await readAdminForm(args.request), bookletForm);
  if (form.reply) return form.reply;
  const { version, year, pageCount, fileId } = form.value;
  const saved = await saveBooklet(deps, staff, { id: args.params.bookletId, version: Number(version ?? 0), draft: { year, pageCount }, fileId });
  switch (saved.outcome) {
    case 'done':
      return done('/admin/llibrets', `${bookletTitle(year)} actualitzat.`);
    case 'invalid':
      return form.refuse({ fields: saved.problems });
    case 'not_found':
      throw data(null, { status: 404 });
    case 'conflict':
      return form.conflict({
        version: String(saved.current.version),
        changes: [
          { label: 'Any', theirs: String(saved.current.year), mine: String(year) },
          { label: 'Nombre de pàgines', theirs: String(saved.current.pagesTold ?? ''), mine: String(pageCount ?? '') },
        ].filter(({ theirs, mine }) => theirs !== mine),
      });
    case 'key_reused':
    case 'refused':
      throw refuseAdminPage();
  }
}

export default function AdminBookletEdit({ loaderData: { id, title, bytes, fields }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Editar llibret" lead={title} back={{ to: '/admin/llibrets', text: 'Llibrets' }} reply={actionData} width="text">
      <BookletForm key={id} fields={fields} current={bytes} reply={actionData} />
    </AdminPage>
  );
}
