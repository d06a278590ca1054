import { type FieldReaders, changedFields } from '#app/design/admin-kit/form/changed-fields.ts';
import type { FieldChange } from '#app/design/admin-kit/form/form-reply.ts';
import { DEFAULT_CATEGORY, type NewsDraft, type NewsStatus } from '#app/domain/news/news-draft.ts';
import { dayText, instantText, timeText } from '#app/domain/time/instant-text.ts';

import type { EditedNews } from '../schema.ts';

export const STATUS_TEXTS: Record<NewsStatus, string> = { draft: 'Esborrany', published: 'Publicada' };

export function newsFields(news: EditedNews) {
  const { version, title, content, excerpt, images, category, tags, featured, status, publishedAt } = news;
  return {
    version: String(version),
    title,
    content,
    ...(excerpt !== null && { excerpt }),
    images: images.map(({ id, url, alt }) => ({ fileId: id, src: url, ...(alt !== '' && { alt }) })),
    ...(category !== DEFAULT_CATEGORY && { category }),
    ...(tags.length > 0 && { tags: tags.join(', ') }),
    ...(featured && { featured: 'on' }),
    status,
    ...(publishedAt !== null && { publishedDate: dayText(publishedAt), publishedTime: timeText(publishedAt) }),
  };
}

const READERS: FieldReaders<NewsDraft> = {
  title: { label: 'Títol', text: String },
  excerpt: { label: 'Resum', text: (excerpt) => excerpt ?? '' },
  content: { label: 'Contingut', text: String },
  images: { label: 'Imatges', text: (images) => images.map(({ alt }, index) => `${index + 1}. ${alt === '' ? 'sense text' : alt}`).join('; ') },
  category: { label: 'Categoria', text: String },
  tags: { label: 'Etiquetes', text: (tags) => tags.join(', ') },
  featured: { label: 'Destacada', text: (featured) => (featured ? 'Sí' : 'No') },
  status: { label: 'Estat', text: (status) => STATUS_TEXTS[status] },
  publishedAt: { label: 'Data de publicació', text: (instant) => (instant === null ? '' : instantText(instant.toISOString())) },
};

/** What somebody else has saved meanwhile that this form would change back. */
export function changesBetween(saved: EditedNews, sent: NewsDraft): FieldChange[] {
  const { images, publishedAt, ...rest } = saved;
  const draft: NewsDraft = { ...rest, images: images.map(({ id, alt }) => ({ fileId: id, alt })), publishedAt: publishedAt === null ? null : new Date(publishedAt) };
  return changedFields({ saved: draft, sent, readers: READERS });
}
