/** '## ' begins a heading, '- ' an item of a list, an empty line parts paragraphs. Nothing else has a meaning: no HTML. */
export type Block = { kind: 'heading' | 'paragraph'; text: Piece[] } | { kind: 'list'; items: Piece[][] };

export interface Piece {
  text: string;
  href?: string;
}

export function readDocument(text: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  let listGoesOn = false;
  const close = (): void => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', text: readPieces(open.join(' ')) });
    open = [];
  };
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('- ')) {
      close();
      const last = blocks.at(-1);
      const item = readPieces(line.slice(2).trim());
      if (last?.kind === 'list' && listGoesOn) last.items.push(item);
      else blocks.push({ kind: 'list', items: [item] });
      listGoesOn = true;
      continue;
    }
    listGoesOn = false;
    if (line === '') close();
    else if (line.startsWith('## ')) {
      close();
      blocks.push({ kind: 'heading', text: readPieces(line.slice(3).trim()) });
    } else open.push(line);
  }
  close();
  return blocks;
}

const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w/])\/(?:condicions|privacitat|contact|tickets|calendar)(?![\w/])/g;
const OWN_PAGES: Record<string, string> = { '/condicions': 'Condicions de compra', '/privacitat': 'Privacitat', '/contact': 'Contacte', '/tickets': 'Tiquets', '/calendar': 'Calendari' };

function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    const [found] = match;
    pieces.push({ text: OWN_PAGES[found] ?? found.replace(/^https?:\/\/(www\.)?/, ''), href: found.includes('@') && !found.includes('/') ? `mailto:${found}` : found });
    end = match.index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
