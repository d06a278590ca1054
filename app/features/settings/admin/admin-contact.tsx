import type { ReactNode } from 'react';

import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { formTexts, inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { FieldList } from '#app/design/admin-kit/lists/field-list.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { mapAddress } from '#app/domain/association.ts';
import { CONTACT_FIELDS } from '#app/domain/site/settings-fields.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-contact.ts';
import { contactForm } from './settings-forms.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import styles from './settings.module.css';

export { action, loader } from './admin-contact.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Contacte i enllaços' });

export default function AdminContact({ loaderData: { edited }, actionData }: Route.ComponentProps): ReactNode {
  const state = useAdminForm({ intent: 'contact', schema: contactForm, defaultValue: { ...formTexts(CONTACT_FIELDS, edited.content), links: [...edited.content.links], version: String(edited.version) }, reply: actionData });
  const { fields } = state;
  const inputs = inputsOf(CONTACT_FIELDS, fields);
  const map = mapAddress(useAssociation());
  return (
    <AdminPage title="Configuració" lead="On sou i com se us troba: al peu, a Contacte, als correus i en els buscadors." reply={actionData} width="text">
      <SettingsTabs />
      <AdminForm state={state} version={fields.version} lists={{ links: 'Enllaç' }}>
        <TextInput {...inputs.street} />
        <div className={styles.row}>
          <TextInput {...inputs.postcode} />
          <TextInput {...inputs.town} />
          <TextInput {...inputs.country} />
        </div>
        <TextInput {...inputs.mapUrl} inputMode="url" hint="Buit: es busca l'adreça en un mapa. Copia ací l'enllaç de «Compartir» del teu mapa si no l'encerta." />
        <p>
          <a href={map} target="_blank" rel="noreferrer">
            Prova on porta ara
          </a>
        </p>
        <div className={styles.row}>
          <TextInput {...inputs.phone} inputMode="tel" hint="Buit: no es mostra." />
          <TextInput {...inputs.email} type="email" />
        </div>
        <TextInput {...inputs.instagram} hint="El nom del compte. Buit: no es mostra." />
        <FieldList form={state.form} field={fields.links} title="Enllaços" itemName="Enllaç" addLabel="Afegir enllaç" max={6} hint="Es veuen al peu i a Contacte: YouTube, la junta local, l'ajuntament…">
          {(link) => {
            const { text, url } = link.getFieldset();
            return (
              <div className={styles.row}>
                <TextInput field={text} label="Text" />
                <TextInput field={url} label="Adreça" inputMode="url" />
              </div>
            );
          }}
        </FieldList>
        <div>
          <Button type="submit" busy={useIsSending('contact')} busyLabel="Guardant…">
            Guardar
          </Button>
        </div>
      </AdminForm>
    </AdminPage>
  );
}
