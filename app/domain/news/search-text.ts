const ACCENTS = /\p{Diacritic}/gu;

/** A text as searches compare it: small letters without accents, each white space one blank. The point of 'l·l' is one of them. */
export function searchText(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').toLowerCase().replaceAll('\u2019', "'").replace(/\s+/g, ' ').trim();
}

/** Parted by line breaks, which no searched word contains. */
export function newsSearchText({ title, content, excerpt }: { title: string; content: string; excerpt: string | null }): string {
  return [title, excerpt ?? '', content].map(searchText).join('\n');
}
