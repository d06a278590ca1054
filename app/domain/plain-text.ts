const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('ca', { granularity: 'grapheme' }) : null;

/** False for NUL and lone surrogates, which PostgreSQL refuses. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Controls and direction marks can make a text look like another one, and U+FFFE and U+FFFF may stand in no XML. NUL stays: it is refused elsewhere. */
export function withoutControls(text: string): string {
  return text.replace(/(?![\0\n\r\t])\p{Cc}|\p{Bidi_Control}|[\uFFFE\uFFFF]/gu, '');
}

export function singleLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

export function graphemeLength(text: string): number {
  let length = 0;
  for (const _ of graphemesOf(text)) length += 1;
  return length;
}

export function firstGraphemes(text: string, most: { graphemes: number; units: number }): string {
  if (text.length <= Math.min(most.graphemes, most.units)) return text;
  let count = 0;
  let end = 0;
  for (const grapheme of graphemesOf(text)) {
    count += 1;
    if (count > most.graphemes || end + grapheme.length > most.units) break;
    end += grapheme.length;
  }
  return text.slice(0, end);
}

/** Browsers before 2024 may lack `Intl.Segmenter`. */
export function* graphemesOf(text: string): Iterable<string> {
  if (segmenter === null) yield* text;
  else for (const { segment } of segmenter.segment(text)) yield segment;
}
