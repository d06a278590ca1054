export type TextPart = { text: string } | { text: string; href: string };

const ADDRESS = /https?:\/\/[^\s<>"«»]+/g;
/** Belongs to the sentence rather than to the address. */
const SENTENCE_END = /[.,;:!?)\]'\u2019…]+$/;

/** A text with the web addresses in it told apart. Only those of the web: nothing else that is typed becomes a link. */
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
