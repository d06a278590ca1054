import { graphemeLength, isStorableText } from '../plain-text.ts';

export type NewsStatus = 'draft' | 'published';

export const NEWS_STATUSES = ['draft', 'published'] as const satisfies readonly NewsStatus[];
export const DEFAULT_CATEGORY = 'general';

export interface NewsDraft {
  title: string;
  content: string;
  excerpt: string | null;
  status: NewsStatus;
  category: string;
  tags: readonly string[];
  featured: boolean;
  /** Shown from then on; null: from its publication. */
  publishedAt: Date | null;
  /** The first one leads. */
  images: readonly ImageDraft[];
}

export interface ImageDraft {
  fileId: string;
  /** What it shows, for those who don't see it; empty for mere decoration. */
  alt: string;
}

/** What is wrong, in words, by the path of its field: `images[2].alt`. */
export type NewsProblems = Record<string, string>;

export const MAX_NEWS_TITLE = 160;
export const MAX_NEWS_CONTENT = 20_000;
export const MAX_NEWS_EXCERPT = 500;
export const MAX_CATEGORY = 40;
export const MAX_TAGS = 10;
export const MAX_TAG = 30;
export const MAX_ALT = 250;
export const MAX_NEWS_IMAGES = 5;

/** Spec §5. */
export const NEWS_TEXTS = {
  title: 'El camp títol és obligatori',
  content: 'El camp contingut és obligatori',
  titleAndContent: 'El títol i el contingut són obligatoris',
  category: 'El camp categoria és obligatori',
} as const;

/** `left`: how many more there is room for. */
export function tooManyImagesText(left: number): string {
  return `Máximo 5 imágenes permitidas. Puedes subir ${left} más.`;
}

export function newsProblems(draft: NewsDraft): NewsProblems {
  const problems: NewsProblems = {};
  const texts: [field: string, text: string, max: number, required: string | null][] = [
    ['title', draft.title, MAX_NEWS_TITLE, NEWS_TEXTS.title],
    ['content', draft.content, MAX_NEWS_CONTENT, NEWS_TEXTS.content],
    ['excerpt', draft.excerpt ?? '', MAX_NEWS_EXCERPT, null],
    ['category', draft.category, MAX_CATEGORY, NEWS_TEXTS.category],
    ...draft.tags.map((tag, index): [string, string, number, null] => [`tags[${index}]`, tag, MAX_TAG, null]),
    ...draft.images.map(({ alt }, index): [string, string, number, null] => [`images[${index}].alt`, alt, MAX_ALT, null]),
  ];
  for (const [field, text, max, required] of texts) {
    const problem = textProblem(text, max, required);
    if (problem !== null) problems[field] = problem;
  }
  if (draft.tags.length > MAX_TAGS) problems['tags'] = tooManyTagsText();
  const files = draft.images.map(({ fileId }) => fileId);
  if (files.length > MAX_NEWS_IMAGES) problems['images'] = tooManyImagesText(0);
  else if (new Set(files).size < files.length) problems['images'] = 'La mateixa imatge hi és dues vegades';
  return problems;
}

export function tooManyTagsText(): string {
  return `Com a màxim, ${MAX_TAGS} etiquetes`;
}

/** By commas; without '#', each once, whatever its capitals. */
export function parseTags(typed: string): string[] {
  const tags = typed.split(',').map((tag) => tag.replace(/^[\s#]+/, '').replace(/\s+/g, ' ').trim()).filter((tag) => tag !== '');
  const known = new Set<string>();
  return tags.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()));
}

/** The chosen date, the one it had, or now (spec §4). */
export function publicationOf(draft: Pick<NewsDraft, 'status' | 'publishedAt'>, known: { publishedAt: Date | null; now: Date }): Date | null {
  if (draft.publishedAt !== null) return draft.publishedAt;
  return draft.status === 'published' ? (known.publishedAt ?? known.now) : known.publishedAt;
}

export function isShown(news: { status: NewsStatus; publishedAt: Date | null }, now: Date): boolean {
  return news.status === 'published' && news.publishedAt !== null && news.publishedAt <= now;
}

function textProblem(text: string, max: number, required: string | null): string | null {
  if (required !== null && text.trim() === '') return required;
  if (!isStorableText(text)) return 'Hi ha caràcters que no es poden guardar';
  return graphemeLength(text) > max ? `Són massa lletres: en caben ${max}` : null;
}
