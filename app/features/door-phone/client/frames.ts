import type { ReaderOptions } from 'zxing-wasm/reader';

import { readScannedText } from '#app/domain/door/scanned-text.ts';

export const READER_OPTIONS: ReaderOptions = {
  // In a damaged code the reader reports Micro QR codes that are not there.
  formats: ['QRCodeModel2'],
  tryHarder: true,
  // Closes cracks and specks.
  tryDenoise: true,
  // A poster or shop code may be beside the ticket.
  maxNumberOfSymbols: 4,
};

interface FrameCrop {
  left: number;
  top: number;
  width: number;
  height: number;
  scale: number;
  /** Its contrast is spread before it is read. */
  isSpread: boolean;
}

/** Relative to the scan region. */
const CLOSER_SHARE = 0.8;
const CLOSER_TIMES = 2;
/** Above this, phones read too slowly. */
const MOST_PIXELS = 1_120;
const MOST_SPREAD_PIXELS = 480;

const LOOKS = 4;
const CLOSER = 2;

/** Of four frames one is enlarged twofold, which reads most damaged and blurred codes, and one has its contrast spread; both cost more. */
export function cropFrame(count: number, { width, height }: { width: number; height: number }): FrameCrop {
  const look = count % LOOKS;
  if (look < CLOSER) return { left: 0, top: 0, width, height, scale: 1, isSpread: false };
  const side = Math.round(Math.min(width, height) * CLOSER_SHARE);
  const isSpread = look > CLOSER;
  const scale = isSpread ? Math.min(1, MOST_SPREAD_PIXELS / side) : Math.max(1, Math.min(CLOSER_TIMES, MOST_PIXELS / side));
  return { left: Math.round((width - side) / 2), top: Math.round((height - side) / 2), width: side, height: side, scale, isSpread };
}

const OUT_OF_VIEW_MS = 3_000;

/** Deduplicates a code across frames; it counts again after three seconds out of view. */
export function scanDebounce(): (seen: { text: string; at: number; isBusy: boolean }) => boolean {
  let last = { text: '', at: -Infinity };
  return ({ text, at, isBusy }) => {
    const isSame = last.text === text && at - last.at < OUT_OF_VIEW_MS;
    // The next in the queue is read as soon as this one has an answer.
    if (isBusy && !isSame) return false;
    last = { text, at };
    return !isSame;
  };
}

/** Our own code beside it may be recognized a few frames later. */
const FRAMES_BEFORE_FOREIGN = 4;

/** Prefers our own code; a foreign one counts only after several frames alone. */
export function codeInFrame(): (texts: readonly string[]) => string | null {
  let foreign = { text: '', frames: 0 };
  return (texts) => {
    const ours = texts.find((text) => readScannedText(text).kind === 'ticket') ?? texts.find((text) => readScannedText(text).kind === 'bad_json');
    const text = ours ?? texts[0];
    if (text === undefined) return null;
    foreign = ours === undefined ? { text, frames: foreign.text === text ? foreign.frames + 1 : 1 } : { text: '', frames: 0 };
    return ours ?? (foreign.frames >= FRAMES_BEFORE_FOREIGN ? text : null);
  };
}

type Picture = Pick<ImageData, 'data' | 'width' | 'height'>;

/** Of the shorter side: about eight modules of a code that fills half of it. */
const REACH = 1 / 16;
/** What one deviation becomes, in shades. */
const SPREAD = 64;
const MIDDLE = 128;

/** In place: each pixel by how far it stands out from its surroundings, so that a washed-out screen or a shadow across it is read as well. */
export function spreadContrast({ data, width, height }: Picture): void {
  const stride = width + 1;
  const [sums, squares] = [new Float64Array(stride * (height + 1)), new Float64Array(stride * (height + 1))];
  const light = (pixel: number): number => ((data[4 * pixel] ?? 0) + (data[4 * pixel + 1] ?? 0) + (data[4 * pixel + 2] ?? 0)) / 3;
  for (let y = 0; y < height; y += 1) {
    let [row, rowOfSquares] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      const shade = light(y * width + x);
      row += shade;
      rowOfSquares += shade * shade;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
      squares[(y + 1) * stride + x + 1] = (squares[y * stride + x + 1] ?? 0) + rowOfSquares;
    }
  }
  const reach = Math.ceil(Math.min(width, height) * REACH);
  let [top, bottom, left, right] = [0, 0, 0, 0];
  const over = (of: Float64Array): number => (of[bottom + right] ?? 0) - (of[top + right] ?? 0) - (of[bottom + left] ?? 0) + (of[top + left] ?? 0);
  for (let y = 0; y < height; y += 1) {
    top = Math.max(0, y - reach) * stride;
    bottom = Math.min(height, y + reach + 1) * stride;
    for (let x = 0; x < width; x += 1) {
      left = Math.max(0, x - reach);
      right = Math.min(width, x + reach + 1);
      const pixels = ((bottom - top) / stride) * (right - left);
      const mean = over(sums) / pixels;
      const deviation = Math.sqrt(Math.max(1, over(squares) / pixels - mean * mean));
      const shade = MIDDLE + ((light(y * width + x) - mean) / deviation) * SPREAD;
      data.fill(shade, 4 * (y * width + x), 4 * (y * width + x) + 3);
    }
  }
}
