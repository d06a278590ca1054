import { type ReactNode, useState } from 'react';

import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { formTexts, inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { IDENTITY_FIELDS } from '#app/domain/site/settings-fields.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-identity.ts';
import { CrestInput } from './crest-input.tsx';
import { IdentityPreview } from './identity-preview.tsx';
import { identityForm } from './settings-forms.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import styles from './settings.module.css';

export { action, loader } from './admin-identity.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Configuració' });

export default function AdminIdentity({ loaderData: { edited }, actionData }: Route.ComponentProps): ReactNode {
  const { crestFileId, ...content } = edited.content;
  const { crest } = useAssociation();
  const stored = { crestFileId: crestFileId ?? '', crestSrc: crest?.sizes[0]?.url ?? '' };
  const state = useAdminForm({ intent: 'identity', schema: identityForm, defaultValue: { ...formTexts(IDENTITY_FIELDS, content), ...stored, version: String(edited.version) }, reply: actionData });
  const { form, fields } = state;
  const inputs = inputsOf(IDENTITY_FIELDS, fields);
  const [isUploading, setUploading] = useState(false);
  const isSending = useIsSending('identity');
  const colours = { main: fields.main.value ?? content.main, accent: fields.accent.value ?? content.accent, highlight: fields.highlight.value ?? content.highlight };
  const chosen = fields.removeCrest.value === 'on' ? undefined : fields.crestSrc.value;
  const currentSrc = chosen === undefined || chosen === '' ? '/favicon.svg' : chosen;
  return (
    <AdminPage title="Configuració" lead="El que fa la web vostra: es veu a les pàgines, als correus i als tiquets." reply={actionData}>
      <SettingsTabs />
      <div className={styles.split}>
        <div className={`${ui.stack5} ${ui.shrinks}`}>
          <AdminForm state={state} version={fields.version} encType="multipart/form-data">
            <TextInput {...inputs.name} maxLength={60} />
            <TextInput {...inputs.tagline} hint="En majúscules queda més faller. Es veu a la portada, al peu i als tiquets." />
            <div className={styles.colours}>
              <TextInput {...inputs.main} type="color" hint="Capçaleres i títols." />
              <TextInput {...inputs.accent} type="color" hint="Botons i enllaços." />
              <TextInput {...inputs.highlight} type="color" hint="Brilla damunt del principal." />
            </div>
            <CrestInput form={form} file={fields.crestFileId} src={fields.crestSrc} remove={fields.removeCrest} currentSrc={currentSrc} onBusy={setUploading} />
            <div>
              <Button type="submit" busy={isSending || isUploading} busyLabel={isUploading ? "Pujant l'escut…" : 'Guardant…'}>
                Guardar
              </Button>
            </div>
          </AdminForm>
        </div>
        <section className={styles.preview} aria-label="Previsualització">
          <p className={styles.previewTitle}>Així es vorà</p>
          <IdentityPreview name={fields.name.value ?? ''} tagline={fields.tagline.value ?? ''} colours={colours} crest={currentSrc} />
        </section>
      </div>
    </AdminPage>
  );
}
