import type { ReactNode } from 'react';
import { data, Form } from 'react-router';

import { CountInput, TextAreaInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { PictureUpload } from '#app/design/admin-kit/images/picture-upload.tsx';
import { sentImages } from '#app/design/admin-kit/images/sent-images.server.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { dispatchIntent, parseForm, readAdminForm, refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { MAX_AWARD_PHOTOS } from '#app/domain/site/award.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { Button } from '#app/design/ui/button.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { addPhotos, type Award, findAward, type PhotosOutcome, removeAward, removePhoto, saveAward } from '../service.server.ts';
import type { Route } from './+types/admin-award.ts';
import { awardForm } from './award-form.ts';
import styles from './admin-awards.module.css';

export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta({ matches, title: loaderData?.award.title ?? 'Premis' });

const LONGEST = 64 * 1024 * 1024;

export async function loader(args: Route.LoaderArgs): Promise<{ award: Award }> {
  const { deps } = staffOf(args, 'editor');
  return { award: await awardAt(deps, args.params.awardId) };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'editor');
  const { id } = await awardAt(deps, args.params.awardId);
  const here = `/admin/awards/${id}`;
  const sent = await readAdminForm(args.request, LONGEST);
  const answer = (outcome: PhotosOutcome, message: string): Response | ReplyData => {
    switch (outcome.outcome) {
      case 'done':
        return done(here, message);
      case 'refused_image':
        return refuseAction('photos', outcome.problem);
      case 'too_many':
        return refuseAction('photos', tooManyPhotosText());
      case 'refused':
        throw refuseAdminPage();
      case 'not_found':
      case 'conflict':
        throw data(null, { status: 404 });
    }
  };
  return dispatchIntent<Response | ReplyData>(sent, {
    async award() {
      const form = parseForm(sent, awardForm);
      if (form.reply) return form.reply;
      const { version, year, title, detail } = form.value;
      const saved = await saveAward(deps, staff, { id, version: Number(version), draft: { year, title, detail: detail ?? '' } });
      if (saved.outcome !== 'conflict') return answer(saved, 'Premi guardat.');
      const { current } = saved;
      return form.conflict({ version: String(current.version), changes: [{ label: 'Premi', theirs: `${current.year} · ${current.title}`, mine: `${year} · ${title}` }] });
    },
    async photos() {
      const images = await sentImages(sent);
      if (images.length === 0) return refuseAction('photos', 'Tria primer les fotos', 400);
      return answer(await addPhotos(deps, staff, { id, images }), 'Fotos guardades.');
    },
    'no-photo': async () => answer(await removePhoto(deps, staff, { id, fileId: textOf(sent, 'photo') }), 'Foto llevada.'),
    async remove() {
      const removed = await removeAward(deps, staff, id);
      if (removed.outcome === 'refused') throw refuseAdminPage();
      return done('/admin/awards', 'Premi esborrat.');
    },
  });
}

function tooManyPhotosText(): string {
  return `A cada premi caben ${MAX_AWARD_PHOTOS} fotos`;
}

async function awardAt(deps: Deps, id: string): Promise<Award> {
  const award = await findAward(deps, id);
  if (award === null) throw data(null, { status: 404 });
  return award;
}

export default function AdminAward({ loaderData: { award }, actionData }: Route.ComponentProps): ReactNode {
  const { id, version, year, title, detail, photos } = award;
  const state = useAdminForm({ intent: 'award', schema: awardForm, defaultValue: { version: String(version), year: String(year), title, detail }, reply: actionData });
  const { fields } = state;
  return (
    <AdminPage key={id} title={title} lead={String(year)} back={{ to: '/admin/awards', text: 'Premis' }} reply={actionData} width="text">
      <AdminForm state={state} version={fields.version as never}>
        <CountInput field={fields.year} label="Any" />
        <TextInput field={fields.title} label="Premi" />
        <TextAreaInput field={fields.detail} label="Què se'n conta" rows={3} />
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
