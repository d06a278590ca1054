import { isSought, type SoughtWords } from '#app/domain/search/snippet.ts';

/** `::highlight()` in `page-sheet.module.css`. */
const NAME = 'booklet-search';
const WORDS = /[\p{L}\p{M}\p{N}·]+/gu;

/** By the CSS Custom Highlight API, without changing the DOM. Returns the cleanup. */
export function markSought(layer: HTMLElement, sought: SoughtWords): (() => void) | undefined {
  // Older browsers lack the Highlight API.
  if (sought.words.length === 0 || typeof Highlight === 'undefined') return undefined;
  const marks = CSS.highlights.get(NAME) ?? new Highlight();
  CSS.highlights.set(NAME, marks);
  const ranges = wordsIn(layer, sought);
  for (const range of ranges) marks.add(range);
  return () => {
    for (const range of ranges) marks.delete(range);
  };
}

function wordsIn(layer: HTMLElement, sought: SoughtWords): Range[] {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const match of (node.nodeValue ?? '').matchAll(WORDS)) {
      if (!isSought(match[0], sought)) continue;
      const range = new Range();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}
