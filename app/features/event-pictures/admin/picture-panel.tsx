import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { PictureUpload } from '#app/design/admin-kit/images/picture-upload.tsx';
import { resizedPicture } from '#app/domain/event/drawing/event-picture.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/picture-panel.ts';
import styles from './picture-panel.module.css';

export { action, loader } from './picture-panel.server.ts';
export const clientAction = sendForm;

export default function PicturePanel({ loaderData: { picture, isUploaded }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <section className={`${ui.column4} ${ui.panel} ${ui.padded5}`} aria-labelledby="imatge">
      <h2 id="imatge">Imatge</h2>
      {actionData?.problem === undefined ? null : <Banner tone="error" title={actionData.problem} live="alert" />}
      <div className={ui.cluster4}>
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
