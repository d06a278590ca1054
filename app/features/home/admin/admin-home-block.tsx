import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { HiddenInput, TextAreaInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { formTexts, inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { PictureUpload } from '#app/design/admin-kit/images/picture-upload.tsx';
import { FieldList } from '#app/design/admin-kit/lists/field-list.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { BLOCK_FIELDS } from '#app/domain/site/home-block-fields.ts';
import { BLOCK_WORDS, MAX_BLOCK_ITEMS } from '#app/domain/site/home-block.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { HomeBlock } from '../service.server.ts';
import type { Route } from './+types/admin-home-block.ts';
import { blockForm } from './block-form.ts';
import styles from './admin-home.module.css';

export { action, loader } from './admin-home-block.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta({ matches, title: loaderData?.block.title ?? 'Portada' });

export default function AdminHomeBlock({ loaderData: { block }, actionData }: Route.ComponentProps): ReactNode {
  const words = BLOCK_WORDS[block.kind];
  const items = block.items.map(({ id, text, detail, url }) => ({ id, text, detail, ...(words.url !== null && { url: url ?? '' }) }));
  const state = useAdminForm({ intent: 'block', schema: blockForm, defaultValue: { ...formTexts(BLOCK_FIELDS, block), version: String(block.version), items }, reply: actionData });
  const { fields } = state;
  const inputs = inputsOf(BLOCK_FIELDS, fields);
  return (
    <AdminPage title={block.title} lead={words.name} back={{ to: '/admin/home', text: 'Portada' }} reply={actionData} width="text">
      <AdminForm state={state} version={fields.version} lists={{ items: words.itemName }}>
        <TextInput {...inputs.title} />
        <TextAreaInput {...inputs.intro} rows={2} />
        <FieldList form={state.form} field={fields.items} title={words.name} itemName={words.itemName} addLabel={`Afegir ${words.itemName.toLowerCase()}`} max={MAX_BLOCK_ITEMS}>
          {(item) => {
            const { id, text, detail, url } = item.getFieldset();
            return (
              <>
                <HiddenInput field={id} />
                <TextInput field={text} label={words.text} />
                {block.kind === 'monument' ? <TextAreaInput field={detail} label={words.detail} rows={3} /> : <TextInput field={detail} label={words.detail} />}
                {words.url === null ? null : <TextInput field={url} label={words.url} inputMode="url" />}
              </>
            );
          }}
        </FieldList>
        <div>
          <Button type="submit" busy={useIsSending('block')} busyLabel="Guardant…">
            Guardar
          </Button>
        </div>
      </AdminForm>
      {words.hasPictures && block.items.length > 0 ? <Pictures block={block} /> : null}
      <div>
        <ConfirmAction label="Esborrar el bloc" title={`Esborrar «${block.title}»?`} confirmLabel="Esborrar" confirmTone="danger" intent="remove">
          Desapareix de la portada amb les seues imatges. Si només vols que no es veja, amaga'l.
        </ConfirmAction>
      </div>
    </AdminPage>
  );
}

function Pictures({ block }: { block: HomeBlock }): ReactNode {
  return (
    <section aria-labelledby="imatges">
      <h2 id="imatges">Imatges</h2>
      <ul className={styles.pictures}>
        {block.items.map(({ id, text, picture }) => (
          <li key={id} className={styles.picture}>
            <strong>{text}</strong>
            {picture === null ? null : <img src={picture.src} srcSet={picture.srcSet} sizes="15rem" width={picture.width} height={picture.height} alt="" />}
            <PictureUpload bucket="site" intent="picture" fields={{ item: id }} label={picture === null ? 'Tria la imatge o arrossega-la ací' : 'Una altra imatge'} />
            {picture === null ? null : (
              <Form method="post">
                <input type="hidden" name="item" value={id} />
                <Button type="submit" tone="quiet" name="intent" value="no-picture" aria-label={`Llevar la imatge de ${text}`}>
                  Llevar la imatge
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
