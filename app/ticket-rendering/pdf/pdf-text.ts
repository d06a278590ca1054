/** Letters of the printed typefaces: Latin as Catalan and its neighbours write it. */
const PRINTED = /^[\n\u0020-\u007e\u00a1-\u00ff\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]$/u;

/**
 * A text in letters that the document's typefaces have: other accents are dropped, and emoji (colour drawings that no
 * PDF typeface holds) go. The picture of the ticket shows them all.
 */
export function latinText(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (PRINTED.test(letter)) return letter;
    if (/\p{Zs}/u.test(letter)) return ' ';
    return Array.from(letter.normalize('NFD')).filter((part) => PRINTED.test(part)).join('');
  })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}
