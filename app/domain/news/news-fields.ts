import { choice, emptyAs, flag, optionalInstant, optionalText, text } from '../fields/kinds.ts';
import { type Draft, type FieldTable, forVisitors, type TypedField } from '../fields/field.ts';
import { DEFAULT_CATEGORY, MAX_CATEGORY, MAX_TAG, MAX_TAGS, NEWS_STATUS_TEXTS } from './news-constants.ts';

/** Spec §5. */
export const NEWS_TEXTS = {
  title: 'El camp títol és obligatori',
  content: 'El camp contingut és obligatori',
  titleAndContent: 'El títol i el contingut són obligatoris',
} as const;

const TAGS: TypedField<string[]> = {
  label: 'Etiquetes',
  kind: 'typed',
  json: 'strings',
  initial: [],
  read(typed) {
    const tags = parseTags(typed);
    const isTooLong = tags.some((tag) => tag.length > MAX_TAG);
    const problem = tagsProblem(tags) ?? (isTooLong ? `Cada etiqueta, com a molt ${MAX_TAG} lletres` : null);
    return problem === null ? { value: tags } : { problem };
  },
  typed: (tags) => tags.join(', '),
  problem: tagsProblem,
  text: (tags) => tags.join(', '),
};

export const NEWS_FIELDS = {
  title: forVisitors(text({ label: 'Títol', required: NEWS_TEXTS.title, max: 160, tidy: (title) => title.trim() })),
  excerpt: forVisitors(optionalText({ label: 'Resum', max: 500 })),
  content: forVisitors(text({ label: 'Contingut', required: NEWS_TEXTS.content, max: 20_000 })),
  category: forVisitors({ ...emptyAs(DEFAULT_CATEGORY, text({ label: 'Categoria', required: 'El camp categoria és obligatori', max: MAX_CATEGORY })), initial: DEFAULT_CATEGORY }),
  tags: forVisitors(TAGS),
  featured: forVisitors(flag({ label: 'Destacada', initial: false })),
  status: choice({ label: 'Estat', required: 'Tria un estat', choices: NEWS_STATUS_TEXTS, initial: 'draft' }),
  publishedAt: optionalInstant({
    label: 'Data de publicació',
    inputs: { publishedDate: 'Dia de publicació', publishedTime: 'Hora de publicació' },
    hour: '00:00',
    dayMissing: "Escriu el dia, o esborra l'hora",
    wrong: 'La data no és vàlida',
  }),
} satisfies FieldTable;

export type NewsFields = typeof NEWS_FIELDS;

export interface NewsDraft extends Draft<NewsFields> {
  images: readonly ImageDraft[];
}

export interface ImageDraft {
  fileId: string;
  alt: string;
}

export function parseTags(typed: string): string[] {
  const tags = typed.split(',').map((tag) => tag.replace(/^[\s#]+/, '').replace(/\s+/g, ' ').trim()).filter((tag) => tag !== '');
  const known = new Set<string>();
  return tags.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()));
}

function tagsProblem(tags: readonly string[]): string | null {
  return tags.length > MAX_TAGS ? `Com a màxim, ${MAX_TAGS} etiquetes` : null;
}
