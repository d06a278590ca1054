import type { ReactNode } from 'react';

import { TextAreaInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { formTexts, inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { contactLine } from '#app/domain/association.ts';
import { fillPlaceholders } from '#app/domain/site/placeholders.ts';
import type { SiteTexts } from '#app/domain/site/settings.ts';
import { TEXT_FIELDS } from '#app/domain/site/settings-fields.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-texts.ts';
import { PlaceholderNames } from './placeholder-names.tsx';
import { textsForm } from './settings-forms.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import styles from './settings.module.css';

export { action, loader } from './admin-texts.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Portada i correus' });

export default function AdminTexts({ loaderData: { edited }, actionData }: Route.ComponentProps): ReactNode {
  const { content, version } = edited;
  const state = useAdminForm({ intent: 'texts', schema: textsForm, defaultValue: { ...formTexts(TEXT_FIELDS, content), version: String(version) }, reply: actionData });
  const { fields } = state;
  const inputs = inputsOf(TEXT_FIELDS, fields);
  const association = useAssociation();
  const filled = (field: keyof SiteTexts): string => fillPlaceholders(fields[field].value ?? '', association);
  return (
    <AdminPage title="Configuració" lead="Les vostres paraules a la portada i als correus. Text pla: res d'HTML." reply={actionData}>
      <SettingsTabs />
      <div className={styles.split}>
        <div className={`${ui.stack5} ${ui.shrinks}`}>
          <AdminForm state={state} version={fields.version}>
            <PlaceholderNames />
            <TextAreaInput {...inputs.homeLead} rows={3} hint="Davall del lema, en la primera vista." />
            <TextInput {...inputs.homeSaying} hint="Amb lletres grans, al final de la portada." />
            <TextAreaInput {...inputs.homeWelcome} rows={9} hint="Una línia buida separa els paràgrafs." />
            <TextAreaInput {...inputs.mailClosing} rows={3} hint="Damunt de l'adreça, al peu de cada correu. Pot quedar buit." />
            <div>
              <Button type="submit" busy={useIsSending('texts')} busyLabel="Guardant…">
                Guardar
              </Button>
            </div>
          </AdminForm>
        </div>
        <section className={styles.preview} aria-label="Previsualització">
          <p className={styles.previewTitle}>A la portada</p>
          <div className={styles.night}>
            <p>{filled('homeLead')}</p>
          </div>
          <div className={styles.sheet}>
            <h2>{filled('homeSaying')}</h2>
            {filled('homeWelcome')
              .split(/\n\s*\n/)
              .map((paragraph, index) => (
                <p key={index}>{paragraph}</p>
              ))}
          </div>
          <p className={styles.previewTitle}>Al peu dels correus</p>
          <div className={styles.sheet}>
            {filled('mailClosing') === '' ? null : <p>{filled('mailClosing')}</p>}
            <p>{contactLine(association)}</p>
          </div>
        </section>
      </div>
    </AdminPage>
  );
}
