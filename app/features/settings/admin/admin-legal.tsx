import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { TextAreaInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { fillPlaceholders } from '#app/domain/site/placeholders.ts';
import { PlainDocument } from '#app/design/site-identity/plain-document.tsx';
import { LEGAL_FIELDS } from '#app/domain/site/settings-fields.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Button } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-legal.ts';
import { PlaceholderNames } from './placeholder-names.tsx';
import { legalForm } from './settings-forms.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import styles from './settings.module.css';

export { action, loader } from './admin-legal.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Condicions i privacitat' });

export default function AdminLegal({ loaderData: { legal }, actionData }: Route.ComponentProps): ReactNode {
  const { version, terms, privacy, versions } = legal;
  const state = useAdminForm({ intent: 'legal', schema: legalForm, defaultValue: { version, terms, privacy }, reply: actionData });
  const { fields } = state;
  const inputs = inputsOf(LEGAL_FIELDS, fields);
  const association = useAssociation();
  return (
    <AdminPage title="Configuració" lead={`Versió en vigor: ${version}. En guardar un canvi en naix una altra; les comandes diuen quina va acceptar cadascú.`} reply={actionData}>
      <SettingsTabs />
      <AdminForm state={state} version={fields.version}>
        <PlaceholderNames />
        {(['terms', 'privacy'] as const).map((name) => (
          <div key={name} className={styles.split}>
            <div className={styles.long}>
              <TextAreaInput {...inputs[name]} hint="«## » fa un títol, «- » una llista, una línia buida un paràgraf. Les adreces es tornen enllaços." />
            </div>
            <section className={styles.preview} aria-label={`Previsualització: ${LEGAL_FIELDS[name].label}`}>
              <p className={styles.previewTitle}>Així es llegirà</p>
              <div className={styles.sheet}>
                <PlainDocument text={fillPlaceholders(fields[name].value ?? '', association)} />
              </div>
            </section>
          </div>
        ))}
        <div>
          <Button type="submit" busy={useIsSending('legal')} busyLabel="Guardant…">
            Guardar com a versió nova
          </Button>
        </div>
      </AdminForm>
      <section aria-labelledby="versions">
        <h2 id="versions">Totes les versions</h2>
        <ul className={styles.versions}>
          {versions.map((one) => (
            <li key={one} className={ui.cluster3}>
              <Link to={`/condicions?versio=${one}`} className={ui.touch}>
                Condicions {one}
              </Link>
              <Link to={`/privacitat?versio=${one}`} className={ui.touch}>
                Privacitat {one}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </AdminPage>
  );
}
