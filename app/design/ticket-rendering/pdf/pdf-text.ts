const PRINTED = /^[\n\u0020-\u007e\u00a1-\u00ff\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]$/u;

/** Drops emoji, which no PDF typeface holds, and accents that ours lack. */
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
