import { type ReactNode, useState } from 'react';

import { changedTexts } from '#app/design/admin-kit/form/changed-fields.ts';
import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { sentImages } from '#app/design/admin-kit/images/sent-images.server.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { type EditedSection, findSection, saveSection, takeCrest } from '../service.server.ts';
import type { Route } from './+types/admin-identity.ts';
import { CrestInput } from './crest-input.tsx';
import { IdentityPreview } from './identity-preview.tsx';
import { identityForm } from './settings-forms.ts';
import { replyToSaved } from './saved-reply.server.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import styles from './settings.module.css';

export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Configuració' });

const LONGEST = 16 * 1024 * 1024;

export async function loader(args: Route.LoaderArgs): Promise<{ edited: EditedSection<'identity'> }> {
  const { deps } = staffOf(args, 'admin');
  return { edited: await findSection(deps, 'identity') };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, doneAnew } = staffOf(args, 'admin');
  const sent = await readAdminForm(args.request, LONGEST);
  const form = parseForm(sent, identityForm);
  if (form.reply) return form.reply;
  const [image] = await sentImages(sent);
  const crest = image && 'bytes' in image ? await takeCrest(deps, staff, image.bytes) : { fileId: form.value.crestFileId };
  if ('problem' in crest) return form.refuse({ fields: { crestFileId: crest.problem } });
  const { version, tagline, crestSrc: _crestSrc, removeCrest, ...rest } = form.value;
  const content = { ...rest, tagline: tagline ?? '', crestFileId: removeCrest ? null : crest.fileId };
  const saved = await saveSection(deps, staff, { section: 'identity', version: Number(version), content });
  return replyToSaved({
    saved,
    form,
    done: () => doneAnew('/admin/settings', 'Identitat guardada: ja es veu a tota la web.'),
    changes: (theirs) => changedTexts({ saved: theirs, sent: content, labels: LABELS }),
  });
}

const LABELS = { name: 'Nom', tagline: 'Lema', main: 'Color principal', accent: "Color d'acció", highlight: 'Color destacat' } as const;

export default function AdminIdentity({ loaderData: { edited }, actionData }: Route.ComponentProps): ReactNode {
  const { crestFileId, ...content } = edited.content;
  const { crest } = useAssociation();
  const stored = { crestFileId: crestFileId ?? '', crestSrc: crest?.sizes[0]?.url ?? '' };
  const state = useAdminForm({ intent: 'identity', schema: identityForm, defaultValue: { ...content, ...stored, version: String(edited.version) }, reply: actionData });
  const { form, fields } = state;
  const [isUploading, setUploading] = useState(false);
  const isSending = useIsSending('identity');
  const colours = { main: fields.main.value ?? content.main, accent: fields.accent.value ?? content.accent, highlight: fields.highlight.value ?? content.highlight };
  const chosen = fields.removeCrest.value === 'on' ? undefined : fields.crestSrc.value;
  const shown = chosen === undefined || chosen === '' ? '/favicon.svg' : chosen;
  return (
    <AdminPage title="Configuració" lead="El que fa la web vostra: es veu a les pàgines, als correus i als tiquets." reply={actionData}>
      <SettingsTabs />
      <div className={styles.split}>
        <div className={styles.fields}>
          <AdminForm state={state} version={fields.version as never} encType="multipart/form-data">
            <TextInput field={fields.name} label="Nom de l'associació" maxLength={60} />
            <TextInput field={fields.tagline} label="Lema" hint="En majúscules queda més faller. Es veu a la portada, al peu i als tiquets." />
            <div className={styles.colours}>
              <TextInput field={fields.main} type="color" label={LABELS.main} hint="Capçaleres i títols." />
              <TextInput field={fields.accent} type="color" label={LABELS.accent} hint="Botons i enllaços." />
              <TextInput field={fields.highlight} type="color" label={LABELS.highlight} hint="Brilla damunt del principal." />
            </div>
            <CrestInput form={form} file={fields.crestFileId} src={fields.crestSrc} remove={fields.removeCrest} shown={shown} onBusy={setUploading} />
            <div>
              <Button type="submit" busy={isSending || isUploading} busyLabel={isUploading ? "Pujant l'escut…" : 'Guardant…'}>
                Guardar
              </Button>
            </div>
          </AdminForm>
        </div>
        <section className={styles.preview} aria-label="Previsualització">
          <p className={styles.previewTitle}>Així es vorà</p>
          <IdentityPreview name={fields.name.value ?? ''} tagline={fields.tagline.value ?? ''} colours={colours} crest={shown} />
        </section>
      </div>
    </AdminPage>
  );
}
