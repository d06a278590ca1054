import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { TextAreaInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/messages.ts';
import { messageForm } from './announcement-forms.ts';
import { AnnouncementList } from './announcement-list.tsx';
import { MailPreviewBox, recipientsText, sendText } from './mail-preview-box.tsx';

export { action, loader } from './messages.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Escriure als assistents' });

export default function HolderMessages({ loaderData: { formId, title, image, eventId, isWithdrawn, recipients, ticketRecipients, reminder, announcements, unreachable }, actionData }: Route.ComponentProps): ReactNode {
  const state = useAdminForm({ intent: 'message', schema: messageForm, sent: { id: formId }, defaultValue: { subject: '', body: '' }, reply: actionData });
  const busy = useIsSending('message');
  return (
    <AdminPage title="Escriure als assistents" lead={`${image} ${title}`} back={{ to: `/admin/tickets/${eventId}`, text: 'Comandes' }} reply={actionData} width="text">
      {isWithdrawn ? (
        <Banner title="Este acte s'ha retirat">Ja no té ningú amb tiquets vàlids. El que els vas escriure està baix.</Banner>
      ) : (
        <AdminForm state={state}>
          <p>{recipientsText({ recipients, ticketRecipients })} Per a canviar el dia, l'hora o el lloc, o si no es fa, usa «Canvi de plans».</p>
          <TextInput field={state.fields.subject} label="Assumpte" hint="Darrere hi posem el nom de l'acte i el número de la comanda; a qui té un tiquet donat, el del tiquet." />
          <TextAreaInput field={state.fields.body} label="Què els vols dir" rows={8} hint="Deixa una línia en blanc entre paràgrafs. Baix hi posem el dia, l'hora, el lloc i l'enllaç a la comanda o al tiquet." />
          <div className={ui.cluster3}>
            <Button type="submit" tone="quiet" name="next" value="preview" busy={busy}>
              Vore el correu
            </Button>
            <Button type="submit" tone="quiet" name="next" value="test" busy={busy}>
              Enviar-me'l a mi
            </Button>
            <ConfirmAction
              label={sendText({ recipients, ticketRecipients })}
              tone="primary"
              title="Enviar-lo ara?"
              facts={[
                { name: 'Acte', value: title },
                { name: 'Comandes', value: String(recipients) },
                ...(ticketRecipients === 0 ? [] : [{ name: 'Persones amb un tiquet donat', value: String(ticketRecipients) }]),
              ]}
              intent="message"
              formId={state.form.id}
              confirmLabel="Enviar"
              confirmTone="primary"
              busyLabel="Enviant…"
            >
              <p>Ix una vegada i no es pot fer tornar.</p>
            </ConfirmAction>
          </div>
          <MailPreviewBox preview={state.reply?.preview} />
        </AdminForm>
      )}
      {reminder === null || isWithdrawn ? null : (
        <p>
          <strong>Recordatori.</strong> {reminder} <Link to={`/admin/events/edit/${eventId}`}>Canviar-lo</Link>
        </p>
      )}
      <AnnouncementList announcements={announcements} unreachable={unreachable} />
    </AdminPage>
  );
}
