import { firstGraphemes, graphemeLength } from '../plain-text.ts';

export const TEASER_LENGTH = 200;

interface NewsText {
  excerpt: string | null;
  content: string;
}

export function teaserOf({ excerpt, content }: NewsText): string {
  const text = excerpt ?? content;
  if (graphemeLength(text) <= TEASER_LENGTH) return text;
  return `${firstGraphemes(text, { graphemes: TEASER_LENGTH, units: Number.POSITIVE_INFINITY }).trimEnd()}…`;
}

export function hasMore(news: NewsText): boolean {
  return teaserOf(news) !== news.content;
}

export function summaryOf(news: NewsText): string {
  return teaserOf(news).replace(/\s+/g, ' ');
}

export function paragraphsOf(content: string): string[] {
  return content.split(/\n\s*\n/).map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== '');
}
