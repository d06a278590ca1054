/** Text that people type and others read: what the database can store and a screen can show. */
const segmenter = new Intl.Segmenter('ca', { granularity: 'grapheme' });

/** False for NUL and lone surrogates, which PostgreSQL refuses and which no keyboard makes. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Length as a person counts it: a family emoji is one. */
export function graphemeLength(text: string): number {
  let length = 0;
  for (const _ of segmenter.segment(text)) length += 1;
  return length;
}
