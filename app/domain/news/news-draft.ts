import { fieldProblems, type Problems, withoutNulls } from '../fields/field.ts';
import { textProblem } from '../fields/kinds.ts';
import { MAX_TAG, type NewsStatus } from './news-constants.ts';
import { NEWS_FIELDS, type NewsDraft } from './news-fields.ts';

export const MAX_ALT = 250;
export const MAX_NEWS_IMAGES = 5;

export function tooManyImagesText(left: number): string {
  return `Máximo 5 imágenes permitidas. Puedes subir ${left} más.`;
}

export function newsProblems(draft: NewsDraft): Problems {
  return {
    ...fieldProblems(NEWS_FIELDS, draft),
    ...withoutNulls({
      ...Object.fromEntries(draft.tags.map((tag, index) => [`tags[${index}]`, textProblem(tag, MAX_TAG)])),
      ...Object.fromEntries(draft.images.map(({ alt }, index) => [`images[${index}].alt`, textProblem(alt, MAX_ALT)])),
      images: imagesProblem(draft.images.map(({ fileId }) => fileId)),
    }),
  };
}

function imagesProblem(fileIds: readonly string[]): string | null {
  if (fileIds.length > MAX_NEWS_IMAGES) return tooManyImagesText(0);
  return new Set(fileIds).size < fileIds.length ? 'La mateixa imatge hi és dues vegades' : null;
}

interface Publication {
  status: NewsStatus;
  publishedAt: Date | null;
}

export function publicationOf({ status, publishedAt }: Publication, known: { publishedAt: Date | null; now: Date }): Date | null {
  if (publishedAt !== null) return publishedAt;
  return status === 'published' ? (known.publishedAt ?? known.now) : known.publishedAt;
}

export function isVisible(news: Publication, now: Date): boolean {
  return news.status === 'published' && news.publishedAt !== null && news.publishedAt <= now;
}
