import type { ReactNode } from 'react';

import { sendFormOr } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { EditedEvent } from './schema.ts';
import { createEvent, findEditedEvent } from './service.server.ts';
import type { Route } from './+types/admin-event-new.ts';
import { EventForm, type EventFormProps } from './event-form.tsx';
import { eventForm } from './event-forms.ts';
import { draftOf, fieldProblems } from './event-draft.server.ts';
import { eventFields, SAVE_FAILED } from './form-values.ts';

export const clientAction = sendFormOr(() => SAVE_FAILED);

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Crear Esdeveniment' });

const NEW_EVENT = { visibility: 'public' as const, givingAllowed: 'on', waitingList: 'on' };

export async function loader(args: Route.LoaderArgs): Promise<{ fields: EventFormProps['fields'] }> {
  const { deps, query } = staffOf(args, 'admin');
  const origin = await originOf(deps, query.get('from') ?? '');
  if (origin === null) return { fields: NEW_EVENT };
  const { version: _version, date: _date, saleStartDate: _saleStartDate, saleStartTime: _saleStartTime, saleEndDate: _saleEndDate, kitchenDate: _kitchenDate, kitchenTime: _kitchenTime, ...fields } = eventFields(origin);
  return { fields: { ...fields, from: String(origin.id) } };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'admin');
  const form = parseForm(await readAdminForm(args.request), eventForm);
  if (form.reply) return form.reply;
  const origin = await originOf(deps, form.value.from ?? '');
  const made = await createEvent(deps, staff, { draft: draftOf(form.value), menu: origin ?? { sections: [], options: [] }, copiedFrom: origin?.id ?? null });
  switch (made.outcome) {
    case 'done':
      return done(`/admin/events/menus/${made.id}`, 'Esdeveniment creat. Ara els menús.');
    case 'invalid':
      return form.refuse({ fields: fieldProblems(made.problems) });
    case 'key_reused':
    case 'refused':
      throw refuseAdminPage();
  }
}

/** The event that is copied. */
async function originOf(deps: Deps, from: string): Promise<EditedEvent | null> {
  const id = parseEventId(from);
  return id === null ? null : findEditedEvent(deps, id);
}

export default function AdminEventNew({ loaderData: { fields }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage
      title="Crear Esdeveniment"
      {...(fields.from !== undefined && { lead: 'Còpia amb els seus menús. Posa-li la data nova.' })}
      back={{ to: '/admin', text: "Panell d'Administració" }}
      width="text"
    >
      <EventForm fields={fields} edited={null} reply={actionData} />
    </AdminPage>
  );
}
