import type { ReactNode } from 'react';
import { data, Form } from 'react-router';

import { HiddenInput, TextAreaInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { PictureUpload } from '#app/design/admin-kit/images/picture-upload.tsx';
import { sentImages } from '#app/design/admin-kit/images/sent-images.server.ts';
import { FieldList } from '#app/design/admin-kit/lists/field-list.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { dispatchIntent, parseForm, readAdminForm, refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import type { SentImage } from '#app/domain/files/sent-image.ts';
import { BLOCK_WORDS, MAX_BLOCK_ITEMS } from '#app/domain/site/home-block.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { Button } from '#app/design/ui/button.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { findBlock, type HomeBlock, removeBlock, saveBlock, setItemPicture } from '../service.server.ts';
import type { Route } from './+types/admin-home-block.ts';
import { blockForm } from './block-form.ts';
import styles from './admin-home.module.css';

export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta({ matches, title: loaderData?.block.title ?? 'Portada' });

const LONGEST = 16 * 1024 * 1024;

export async function loader(args: Route.LoaderArgs): Promise<{ block: HomeBlock }> {
  const { deps } = staffOf(args, 'editor');
  return { block: await blockAt(deps, args.params.blockId) };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'editor');
  const { id, kind } = await blockAt(deps, args.params.blockId);
  const here = `/admin/home/${id}`;
  const sent = await readAdminForm(args.request, LONGEST);
  const setPicture = async (image: SentImage | null): Promise<Response | ReplyData> => {
    const outcome = await setItemPicture(deps, staff, { blockId: id, itemId: textOf(sent, 'item'), image });
    if (outcome.outcome === 'refused') throw refuseAdminPage();
    if (outcome.outcome === 'refused_image') return refuseAction('picture', outcome.problem);
    return done(here, image === null ? 'Imatge llevada.' : 'Imatge guardada.');
  };
  return dispatchIntent<Response | ReplyData>(sent, {
    async block() {
      const form = parseForm(sent, blockForm);
      if (form.reply) return form.reply;
      const { version, title, intro, items } = form.value;
      const saved = await saveBlock(deps, staff, { id, version: Number(version), title, intro: intro ?? '', items: items.map((item) => ({ ...item, detail: item.detail ?? '' })) });
      switch (saved.outcome) {
        case 'done':
          return done(here, 'Bloc guardat.');
        case 'conflict':
          return form.conflict({ version: String(saved.current.version), changes: [{ label: BLOCK_WORDS[kind].name, theirs: shownItems(saved.current), mine: shownItems({ title, items }) }] });
        case 'refused':
          throw refuseAdminPage();
        case 'not_found':
        case 'too_many':
          throw data(null, { status: 404 });
      }
    },
    async picture() {
      const [image] = await sentImages(sent);
      return image === undefined ? refuseAction('picture', 'Tria primer una imatge', 400) : setPicture(image);
    },
    'no-picture': () => setPicture(null),
    async remove() {
      const outcome = await removeBlock(deps, staff, id);
      if (outcome.outcome === 'refused') throw refuseAdminPage();
      return done('/admin/home', 'Bloc esborrat.');
    },
  });
}

function shownItems({ title, items }: { title: string; items: readonly { text: string }[] }): string {
  return [title, ...items.map(({ text }) => text)].join(' · ');
}

async function blockAt(deps: Deps, id: string): Promise<HomeBlock> {
  const block = await findBlock(deps, id);
  if (block === null) throw data(null, { status: 404 });
  return block;
}

export default function AdminHomeBlock({ loaderData: { block }, actionData }: Route.ComponentProps): ReactNode {
  const words = BLOCK_WORDS[block.kind];
  const items = block.items.map(({ id, text, detail, url }) => ({ id, text, detail, ...(words.url !== null && { url: url ?? '' }) }));
  const state = useAdminForm({ intent: 'block', schema: blockForm, defaultValue: { version: String(block.version), title: block.title, intro: block.intro, items }, reply: actionData });
  const { fields } = state;
  return (
    <AdminPage title={block.title} lead={words.name} back={{ to: '/admin/home', text: 'Portada' }} reply={actionData} width="text">
      <AdminForm state={state} version={fields.version as never} lists={{ items: words.itemName }}>
        <TextInput field={fields.title} label="Títol" />
        <TextAreaInput field={fields.intro} label="Introducció" rows={2} />
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
