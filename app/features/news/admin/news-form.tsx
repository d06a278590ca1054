import { type ReactNode, useState } from 'react';

import { CheckInput, RadioInput } from '#app/design/admin-kit/fields/choices.tsx';
import { DateInput } from '#app/design/admin-kit/fields/date-input.tsx';
import { FieldRow } from '#app/design/admin-kit/fields/field-frame.tsx';
import { TextAreaInput, TextInput, TimeInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { type FormTexts, formTexts, inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { type ImageList, ImagesInput } from '#app/design/admin-kit/images/images-input.tsx';
import { MAX_NEWS_IMAGES, tooManyImagesText } from '#app/domain/news/news-draft.ts';
import { NEWS_STATUS_TEXTS } from '#app/domain/news/news-constants.ts';
import { NEWS_FIELDS, NEWS_TEXTS, type NewsFields } from '#app/domain/news/news-fields.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { EditedNews } from '../schema.ts';
import { newsForm } from './news-forms.ts';

const STATUS_CHOICES = [
  { value: 'draft', text: NEWS_STATUS_TEXTS.draft, hint: 'Només la veuen els editors' },
  { value: 'published', text: NEWS_STATUS_TEXTS.published, hint: 'La veu tot el món, des de la data de publicació' },
];

export function newsTexts(news: EditedNews) {
  return {
    ...formTexts(NEWS_FIELDS, news),
    version: String(news.version),
    images: news.images.map(({ id, url, alt }) => ({ fileId: id, src: url, ...(alt !== '' && { alt }) })),
  };
}

export interface NewsFormProps {
  fields: FormTexts<NewsFields> & Partial<ReturnType<typeof newsTexts>>;
  isNew: boolean;
  categories: readonly string[];
  reply: FormReply | undefined;
}

export function NewsForm({ fields: defaultValue, isNew, categories, reply }: NewsFormProps): ReactNode {
  const state = useAdminForm({ intent: 'news', schema: newsForm, defaultValue, reply });
  const { form, fields } = state;
  const inputs = inputsOf(NEWS_FIELDS, fields);
  const sending = useIsSending('news');
  const [isUploading, setUploading] = useState(false);
  const lacksText = fields.title.errors?.[0] === NEWS_TEXTS.title || fields.content.errors?.[0] === NEWS_TEXTS.content;
  const images = fields.images as never as ImageList;
  const remaining = new Set(images.getFieldList().map((image) => image.getFieldset().fileId.initialValue));
  const removed = (defaultValue.images ?? []).filter(({ fileId }) => !remaining.has(fileId)).length;
  return (
    <AdminForm state={state} encType="multipart/form-data" lists={{ images: 'Imatge' }} {...(!isNew && { version: fields.version })}>
      {lacksText ? <Banner tone="error" title={NEWS_TEXTS.titleAndContent} live="alert" /> : null}
      {reply?.problem !== undefined && reply.intent === null && removed > 0 ? <Banner tone="error" title={removed === 1 ? 'Error al eliminar la imagen' : 'Error al eliminar las imágenes'} live="alert" /> : null}
      <TextInput {...inputs.title} />
      <TextAreaInput {...inputs.excerpt} hint="Una o dues frases per a la llista i per a quan es compartix. Si no n'hi ha, el començament." rows={2} />
      <TextAreaInput {...inputs.content} hint="Una línia en blanc separa els paràgrafs. Les adreces web es tornen enllaços totes soles." rows={12} />
      <ImagesInput form={form} field={images} title="Imatges" bucket="news-images" max={MAX_NEWS_IMAGES} tooMany={tooManyImagesText} onBusy={setUploading} />
      <FieldRow>
        <TextInput {...inputs.category} hint="Buida: general." list="news-categories" />
        <TextInput {...inputs.tags} hint="Separades per comes." />
      </FieldRow>
      <datalist id="news-categories">
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
      <CheckInput {...inputs.featured} hint="Va davant de les altres, i a la portada." />
      <RadioInput {...inputs.status} choices={STATUS_CHOICES} />
      <DateInput {...inputs.publishedDate} hint="Buit: en el moment de publicar-la. Si és futur, fins aleshores no es veu." />
      <TimeInput {...inputs.publishedTime} />
      <div className={ui.cluster3}>
        <Button type="submit" busy={sending || isUploading} busyLabel={isUploading ? 'Pujant imatges…' : 'Guardant…'}>
          {isNew ? 'Crear Notícia' : 'Actualitzar Notícia'}
        </Button>
        <ButtonLink tone="quiet" to="/admin/news">
          Cancel·lar
        </ButtonLink>
      </div>
    </AdminForm>
  );
}
