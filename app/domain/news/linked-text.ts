export type TextPart = { text: string } | { text: string; href: string };

const ADDRESS = /https?:\/\/[^\s<>"«»]+/g;
const SENTENCE_END = /[.,;:!?)\]'\u2019…]+$/;

/** Only web addresses become links; nothing else that is typed does. */
export function linkedText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(SENTENCE_END, '');
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, href: new URL(address).href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
