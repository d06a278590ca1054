import type { ReactNode } from 'react';
import { data, Form } from 'react-router';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { PictureUpload } from '#app/design/admin-kit/images/picture-upload.tsx';
import { sentImages } from '#app/design/admin-kit/images/sent-images.server.ts';
import { dispatchIntent, readAdminForm, refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { resizedPicture } from '#app/domain/event/event-picture.ts';
import { findEvent } from '#app/features/events/service.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';

import type { Route } from './+types/picture-panel.ts';
import styles from './picture-panel.module.css';
import { hasUploadedPicture, type PictureOutcome, removeEventPicture, setEventPicture } from '../service.server.ts';

export const clientAction = sendForm;

const LONGEST = 16 * 1024 * 1024;

export async function loader(args: Route.LoaderArgs): Promise<{ picture: string; isUploaded: boolean }> {
  const { deps } = staffOf(args, 'admin');
  const eventId = parseEventId(args.params.eventId);
  const event = eventId === null ? null : await findEvent(deps, args.context.get(requestContext).actor, eventId);
  if (event === null) throw data(null, { status: 404 });
  return { picture: event.picture, isUploaded: await hasUploadedPicture(deps, event.id) };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'admin');
  const eventId = parseEventId(args.params.eventId);
  if (eventId === null) throw data(null, { status: 404 });
  const answer = (outcome: PictureOutcome, message: string): Response | ReplyData => {
    switch (outcome.outcome) {
      case 'done':
        return done(`/admin/events/edit/${eventId}`, message);
      case 'refused_image':
        return refuseAction('picture', outcome.problem);
      case 'not_found':
        throw data(null, { status: 404 });
      case 'refused':
        throw refuseAdminPage();
    }
  };
  const sent = await readAdminForm(args.request, LONGEST);
  return dispatchIntent<Response | ReplyData>(sent, {
    async picture() {
      const [image] = await sentImages(sent);
      if (image === undefined) return refuseAction('picture', 'Tria primer una imatge', 400);
      return answer(await setEventPicture(deps, staff, { eventId, image }), "Imatge de l'esdeveniment guardada.");
    },
    async poster() {
      return answer(await removeEventPicture(deps, staff, eventId), 'Ara es veu el cartell dibuixat.');
    },
  });
}

/** Beside an event's form: the picture of its card, its page, its mail and its link preview. */
export default function PicturePanel({ loaderData: { picture, isUploaded }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <section className={styles.panel} aria-labelledby="imatge">
      <h2 id="imatge">Imatge</h2>
      {actionData?.problem === undefined ? null : <Banner tone="error" title={actionData.problem} live="alert" />}
      <div className={styles.pictures}>
        <img src={resizedPicture(picture, 'preview')} alt="" width={1200} height={630} className={styles.preview} />
        <img src={resizedPicture(picture, 'card')} alt="" width={360} height={450} className={styles.card} />
      </div>
      <p>{isUploaded ? 'És la que heu pujat.' : "És el cartell que dibuixem amb l'emoji i el títol. Si en pugeu una, la substituïx pertot arreu: la llista, la pàgina, el correu i l'enllaç que es compartix."}</p>
      <PictureUpload bucket="events" intent="picture" label={isUploaded ? 'Una altra imatge' : "Imatge de l'esdeveniment: tria-la o arrossega-la ací"} />
      {isUploaded ? (
        <Form method="post">
          <Button type="submit" tone="quiet" name="intent" value="poster">
            Tornar al cartell dibuixat
          </Button>
        </Form>
      ) : null}
    </section>
  );
}
