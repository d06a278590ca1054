import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import { changedTexts } from '#app/admin-kit/form/changed-fields.ts';
import { TextInput } from '#app/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/admin-kit/page/confirm-action.tsx';
import { dispatchIntent, parseForm, readAdminForm, refuseAction, type ReplyData } from '#app/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/admin-kit/server/staff-request.server.ts';
import { refuseAdminPage } from '#app/http/guards/guards.server.ts';
import { Crest } from '#app/site-identity/crest.tsx';
import { useAssociation } from '#app/site-identity/use-association.ts';
import { Button } from '#app/ui/button.tsx';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { type CrestOutcome, type EditedSection, findSection, removeCrest, saveCrest, saveSection } from '../service.server.ts';
import type { Route } from './+types/admin-identity.ts';
import { IdentityPreview } from './identity-preview.tsx';
import { identityForm } from './settings-forms.ts';
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
  const answerCrest = (outcome: CrestOutcome, message: string): Response | ReplyData => {
    if (outcome.outcome === 'refused') throw refuseAdminPage();
    return outcome.outcome === 'done' ? doneAnew('/admin/settings', message) : refuseAction('crest', outcome.problem);
  };
  return dispatchIntent<Response | ReplyData>(sent, {
    async crest() {
      const image = sent.get('image');
      if (!(image instanceof File) || image.size === 0) return refuseAction('crest', "Tria primer la imatge de l'escut", 400);
      return answerCrest(await saveCrest(deps, staff, new Uint8Array(await image.arrayBuffer())), 'Escut canviat.');
    },
    async 'no-crest'() {
      return answerCrest(await removeCrest(deps, staff), "Ara es veu l'escut de la casa.");
    },
    async identity() {
      const form = parseForm(sent, identityForm);
      if (form.reply) return form.reply;
      const { version, tagline, ...rest } = form.value;
      const content = { ...rest, tagline: tagline ?? '' };
      const saved = await saveSection(deps, staff, { section: 'identity', version: Number(version), content });
      switch (saved.outcome) {
        case 'done':
          return doneAnew('/admin/settings', "Identitat guardada: ja es veu a tota la web.");
        case 'invalid':
          return form.refuse({ fields: saved.problems });
        case 'conflict':
          return form.conflict({ version: String(saved.current.version), changes: changedTexts({ saved: saved.current.content, sent: content, labels: LABELS }) });
        case 'refused':
          throw refuseAdminPage();
      }
    },
  });
}

const LABELS = { name: 'Nom', tagline: 'Lema', main: 'Color principal', accent: "Color d'acció", highlight: 'Color destacat' } as const;

export default function AdminIdentity({ loaderData: { edited }, actionData }: Route.ComponentProps): ReactNode {
  const { crestFileId, ...content } = edited.content;
  const state = useAdminForm({ intent: 'identity', schema: identityForm, defaultValue: { ...content, version: String(edited.version) }, reply: actionData });
  const { fields } = state;
  const { crest } = useAssociation();
  const colours = { main: fields.main.value ?? content.main, accent: fields.accent.value ?? content.accent, highlight: fields.highlight.value ?? content.highlight };
  return (
    <AdminPage title="Configuració" lead="El que fa la web vostra: es veu a les pàgines, als correus i als tiquets." reply={actionData}>
      <SettingsTabs />
      <div className={styles.split}>
        <div className={styles.fields}>
          <AdminForm state={state} version={fields.version as never}>
            <TextInput field={fields.name} label="Nom de l'associació" maxLength={60} />
            <TextInput field={fields.tagline} label="Lema" hint="En majúscules queda més faller. Es veu a la portada, al peu i als tiquets." />
            <div className={styles.colours}>
              <TextInput field={fields.main} type="color" label={LABELS.main} hint="Capçaleres i títols." />
              <TextInput field={fields.accent} type="color" label={LABELS.accent} hint="Botons i enllaços." />
              <TextInput field={fields.highlight} type="color" label={LABELS.highlight} hint="Brilla damunt del principal." />
            </div>
            <div>
              <Button type="submit" busy={useIsSending('identity')} busyLabel="Guardant…">
                Guardar
              </Button>
            </div>
          </AdminForm>
          <CrestForms isUploaded={crestFileId !== null} />
        </div>
        <section className={styles.preview} aria-label="Previsualització">
          <p className={styles.previewTitle}>Així es vorà</p>
          <IdentityPreview name={fields.name.value ?? ''} tagline={fields.tagline.value ?? ''} colours={colours} crest={crest?.sizes[0]?.url ?? '/favicon.svg'} />
        </section>
      </div>
    </AdminPage>
  );
}

function CrestForms({ isUploaded }: { isUploaded: boolean }): ReactNode {
  const busy = useNavigation().formData?.get('intent') === 'crest';
  return (
    <section className={styles.crestCard} aria-labelledby="escut">
      <Crest className={styles.crest} />
      <div className={styles.crestForms}>
        <h2 id="escut">Escut</h2>
        <Form method="post" encType="multipart/form-data" className={styles.crestForms}>
          <input type="hidden" name="intent" value="crest" />
          <label className={styles.file}>
            Imatge PNG, WebP o JPEG; amb fons transparent queda millor
            <input type="file" name="image" accept="image/png,image/webp,image/jpeg" required />
          </label>
          <Button type="submit" tone="quiet" busy={busy} busyLabel="Pujant…">
            Canviar l'escut
          </Button>
        </Form>
        {isUploaded ? (
          <ConfirmAction label="Llevar l'escut" title="Tornar a l'escut de la casa?" confirmLabel="Llevar l'escut" intent="no-crest" tone="quiet">
            La imatge que vau pujar s'esborra.
          </ConfirmAction>
        ) : null}
      </div>
    </section>
  );
}
