import type { ReactNode } from 'react';

import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { formTexts, inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { EMBED_FIELDS } from '#app/domain/site/settings-fields.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-embed.ts';
import { embedForm } from './settings-forms.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import styles from './settings.module.css';

export { action, loader } from './admin-embed.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Altres webs' });

export default function AdminEmbed({ loaderData: { edited, snippet }, actionData }: Route.ComponentProps): ReactNode {
  const { content, version } = edited;
  const state = useAdminForm({ intent: 'embed', schema: embedForm, defaultValue: { ...formTexts(EMBED_FIELDS, content), version: String(version) }, reply: actionData });
  const inputs = inputsOf(EMBED_FIELDS, state.fields);
  return (
    <AdminPage title="Configuració" lead="Els pròxims actes, amb el botó «Comprar», dins d'una altra web: la de l'ajuntament, la de la junta o la vostra." reply={actionData} width="text">
      <SettingsTabs />
      <AdminForm state={state} version={state.fields.version}>
        <TextInput {...inputs.site} inputMode="url" hint="Buit: cap web els pot mostrar. Val igual amb www que sense." />
        <div>
          <Button type="submit" busy={useIsSending('embed')} busyLabel="Guardant…">
            Guardar
          </Button>
        </div>
      </AdminForm>
      <section className={ui.stack3} aria-labelledby="snippet-title">
        <h2 id="snippet-title">Codi per a copiar</h2>
        <p>{content.site === null ? "Escriu primer l'adreça de l'altra web i guarda-la: fins aleshores el codi no mostra res." : `Enganxa'l a la pàgina de ${content.site} on han d'eixir els actes. No porta scripts ni galetes.`}</p>
        <pre className={styles.snippet}>
          <code>{snippet}</code>
        </pre>
        <p>
          <a href="/embed/events" target="_blank" rel="noreferrer">
            Mira com es veu
          </a>
        </p>
      </section>
    </AdminPage>
  );
}
