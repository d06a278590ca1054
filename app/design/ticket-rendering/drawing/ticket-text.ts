export interface TextMeasurer {
  font: string;
  measureText(text: string): { width: number };
}

export interface TextBox {
  text: string;
  width: number;
  height: number;
  leading: number;
  sizes: readonly number[];
  font: (size: number) => string;
}

export interface FittedText {
  size: number;
  font: string;
  lines: string[];
  leading: number;
  height: number;
  whole: boolean;
}

export function fitText(canvas: TextMeasurer, box: TextBox): FittedText {
  for (const size of box.sizes) {
    canvas.font = box.font(size);
    const lines = wrap(canvas, box.text, box.width);
    if (lines !== null && lines.length <= linesIn(box, size)) return fitted(canvas, { box, size, lines, whole: true });
  }
  const smallest = Math.min(...box.sizes);
  canvas.font = box.font(smallest);
  const lines = cutLines(canvas, box, linesIn(box, smallest));
  return fitted(canvas, { box, size: smallest, lines, whole: false });
}

function linesIn(box: TextBox, size: number): number {
  return Math.max(1, Math.floor(box.height / (size * box.leading)));
}

function fitted(canvas: TextMeasurer, result: { box: TextBox; size: number; lines: string[]; whole: boolean }): FittedText {
  const { box, size, lines, whole } = result;
  return { size, font: canvas.font, lines, leading: box.leading, height: lines.length * size * box.leading, whole };
}

export function ellipsize(canvas: TextMeasurer, text: string, width: number): string {
  if (canvas.measureText(text).width <= width) return text;
  const letters = Array.from(graphemes(text));
  while (letters.length > 1 && canvas.measureText(`${letters.join('').trimEnd()}…`).width > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Null when a single word is wider than the box. */
function wrap(canvas: TextMeasurer, text: string, width: number): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of words(text)) {
    if (canvas.measureText((line + word).trimEnd()).width <= width) {
      line += word;
      continue;
    }
    if (canvas.measureText(word.trimEnd()).width > width) return null;
    lines.push(line.trimEnd());
    line = word;
  }
  lines.push(line.trimEnd());
  return lines.filter((each) => each !== '');
}

function cutLines(canvas: TextMeasurer, box: TextBox, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = words(box.text).flatMap((word) => breakWord(canvas, word, box.width));
  while (rest.length > 0 && lines.length < maxLines - 1) {
    let line = '';
    while (rest[0] !== undefined && canvas.measureText((line + rest[0]).trimEnd()).width <= box.width) {
      line += rest[0];
      rest = rest.slice(1);
    }
    lines.push(line.trimEnd());
  }
  if (rest.length > 0) lines.push(ellipsize(canvas, rest.join('').trimEnd(), box.width));
  return lines;
}

function breakWord(canvas: TextMeasurer, word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const letter of graphemes(word)) {
    if (piece !== '' && canvas.measureText((piece + letter).trimEnd()).width > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}

function words(text: string): string[] {
  return text.trim().replace(/\s+/g, ' ').match(/[^\s-]*-|[^\s-]+ ?| /g) ?? [];
}

/** Graphemes: an emoji of several code points is never cut in two. */
function graphemes(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return Array.from(text);
  return Array.from(new Intl.Segmenter('ca').segment(text), (part) => part.segment);
}
