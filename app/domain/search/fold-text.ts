const MARKS = /\p{M}+/gu;
/** Of an 'l·l', however it was typed; the ligature 'ŀ' has become an l and this dot. */
const RAISED_DOTS = /(?<=l)[·•‧.](?=l)/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;

/** A text as it is searched: without accents, case and raised dots, its words one space apart. */
export function foldText(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll(MARKS, '').replaceAll(RAISED_DOTS, '').replaceAll(BETWEEN_WORDS, ' ').trim();
}

const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 40;

export function searchWords(query: string): string[] {
  const words = foldText(query).split(' ').filter((word) => word.length > 1);
  return [...new Set(words)].slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD_LENGTH));
}
