import { foldText } from './fold-text.ts';

/** Ranges run from a position up to before another. */
export interface Snippet {
  text: string;
  highlights: [start: number, end: number][];
}

export interface SoughtWords {
  words: readonly string[];
  stems: readonly string[];
}

interface Hit {
  start: number;
  end: number;
  word: number;
}

const TOKENS = /[\p{L}\p{M}\p{N}]+(?:(?<=l)[·•‧.](?=l)\p{L}+)*/giu;
const SHORTEST_STEM = 3;
const LENGTH = 180;
const BEFORE = 50;

export function snippetOf(page: string, sought: SoughtWords): Snippet {
  const text = page.replaceAll(/\s+/g, ' ').trim();
  const hits = hitsIn(text, sought);
  const from = beginningOf(text, bestOf(hits));
  const to = endOf(text, from);
  const lead = from > 0 ? '… ' : '';
  const shift = lead.length - from;
  return {
    text: `${lead}${text.slice(from, to)}${to < text.length ? ' …' : ''}`,
    highlights: hits.filter(({ start, end }) => start >= from && end <= to).map(({ start, end }) => [start + shift, end + shift]),
  };
}

export function isSought(token: string, { words, stems }: SoughtWords): boolean {
  return soughtIn(foldText(token), { words, stems }) !== -1;
}

function hitsIn(text: string, sought: SoughtWords): Hit[] {
  return [...text.matchAll(TOKENS)].flatMap((match) => {
    const word = soughtIn(foldText(match[0]), sought);
    return word === -1 ? [] : [{ start: match.index, end: match.index + match[0].length, word }];
  });
}

function soughtIn(token: string, { words, stems }: SoughtWords): number {
  const asTyped = words.findIndex((word) => token.startsWith(word));
  return asTyped !== -1 ? asTyped : stems.findIndex((stem) => stem.length >= SHORTEST_STEM && token.startsWith(stem));
}

function bestOf(hits: readonly Hit[]): number {
  let best = { start: 0, seen: 0 };
  for (const [index, { start }] of hits.entries()) {
    const near = hits.slice(index).filter((hit) => hit.end <= start + LENGTH - BEFORE);
    const seen = new Set(near.map(({ word }) => word)).size;
    if (seen > best.seen) best = { start, seen };
  }
  return best.start;
}

function beginningOf(text: string, hit: number): number {
  if (hit <= BEFORE) return 0;
  const space = text.indexOf(' ', hit - BEFORE);
  return space === -1 || space >= hit ? hit : space + 1;
}

function endOf(text: string, from: number): number {
  if (text.length <= from + LENGTH) return text.length;
  const space = text.lastIndexOf(' ', from + LENGTH);
  return space <= from ? from + LENGTH : space;
}
