import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { CountInput, TextAreaInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { formTexts, inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { PictureUpload } from '#app/design/admin-kit/images/picture-upload.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { MAX_AWARD_PHOTOS } from '#app/domain/site/award.ts';
import { AWARD_FIELDS } from '#app/domain/site/award-fields.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-award.ts';
import { awardForm, tooManyPhotosText } from './award-form.ts';
import styles from './admin-awards.module.css';

export { action, loader } from './admin-award.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta({ matches, title: loaderData?.award.title ?? 'Premis' });

export default function AdminAward({ loaderData: { award }, actionData }: Route.ComponentProps): ReactNode {
  const { id, version, year, title, photos } = award;
  const state = useAdminForm({ intent: 'award', schema: awardForm, defaultValue: { ...formTexts(AWARD_FIELDS, award), version: String(version) }, reply: actionData });
  const { fields } = state;
  const inputs = inputsOf(AWARD_FIELDS, fields);
  return (
    <AdminPage key={id} title={title} lead={String(year)} back={{ to: '/admin/awards', text: 'Premis' }} reply={actionData} width="text">
      <AdminForm state={state} version={fields.version}>
        <CountInput {...inputs.year} />
        <TextInput {...inputs.title} />
        <TextAreaInput {...inputs.detail} rows={3} />
        <div>
          <Button type="submit" busy={useIsSending('award')} busyLabel="Guardant…">
            Guardar
          </Button>
        </div>
      </AdminForm>
      <section aria-labelledby="fotos" className={styles.years}>
        <h2 id="fotos">Fotos</h2>
        <ul className={styles.photos}>
          {photos.map((photo, index) => (
            <li key={photo.fileId} className={styles.photo}>
              <img src={photo.src} srcSet={photo.srcSet} sizes="12rem" width={photo.width} height={photo.height} alt={`Foto ${index + 1} de ${title}`} />
              <Form method="post">
                <input type="hidden" name="photo" value={photo.fileId} />
                <Button type="submit" tone="quiet" name="intent" value="no-photo" aria-label={`Llevar la foto ${index + 1}`}>
                  Llevar
                </Button>
              </Form>
            </li>
          ))}
        </ul>
        {photos.length < MAX_AWARD_PHOTOS ? (
          <PictureUpload bucket="awards" intent="photos" label="Tria fotos o arrossega-les ací" left={MAX_AWARD_PHOTOS - photos.length} tooMany={tooManyPhotosText} />
        ) : (
          <p>{tooManyPhotosText()}</p>
        )}
      </section>
      <div>
        <ConfirmAction label="Esborrar el premi" title={`Esborrar «${title}»?`} confirmLabel="Esborrar" intent="remove">
          S'esborra per sempre, amb les seues fotos.
        </ConfirmAction>
      </div>
    </AdminPage>
  );
}
