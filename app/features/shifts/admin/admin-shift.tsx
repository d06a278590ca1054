import type { ReactNode } from 'react';

import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { SHIFT_NAMES } from '#app/domain/shifts/shift.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-shift.ts';
import { ShiftFields } from './shift-fields.tsx';
import { changeShiftForm } from './shift-forms.ts';

export { action, loader } from './admin-shift.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Canviar el torn' });

export default function AdminShift({ loaderData: { shift }, actionData }: Route.ComponentProps): ReactNode {
  const { id, eventId, eventTitle, eventDate, kind, dayOffset, starts, ends, places, note, version } = shift;
  const state = useAdminForm({
    intent: 'shift',
    schema: changeShiftForm,
    defaultValue: { version: String(version), day: String(dayOffset), starts, ends, places: String(places), note: note ?? '' },
    reply: actionData,
  });
  return (
    <AdminPage key={id} title={`Torn: ${SHIFT_NAMES[kind]}`} lead={eventTitle} back={{ to: `/admin/torns/${eventId}`, text: 'Torns' }} reply={actionData} width="text">
      <AdminForm state={state} version={state.fields.version}>
        <ShiftFields fields={state.fields} eventDate={eventDate} />
        <div>
          <Button type="submit" busy={useIsSending('shift')} busyLabel="Guardant…">
            Guardar
          </Button>
        </div>
      </AdminForm>
    </AdminPage>
  );
}
