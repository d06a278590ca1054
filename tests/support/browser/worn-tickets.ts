import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

import { QR_MODULES, qrMatrix } from '#app/design/ticket-rendering/qr/qr-matrix.ts';

const FRAME = 320;
const QUIET = 4;

export interface Wear {
  /** Side of the code with its quiet zone, in pixels of the camera's picture. */
  side: number;
  /** Degrees. */
  tilt?: number;
  /** 1: black on white. */
  contrast?: number;
  /** 0: night, 1: an over-bright screen. */
  light?: number;
  /** Radius in pixels. */
  blur?: number;
  /** Share of the code that is covered; two cracks come with it. */
  damage?: number;
  /** Cracks from edge to edge, each two thirds of a module wide. */
  cracks?: number;
  /** Drops of water: each shows what lies beside it, a little blurred. */
  drops?: number;
  /** 1: a lamp's reflection whites out a corner of the code. */
  glare?: number;
  seed: number;
}

/** A ticket as a camera sees it on a bad evening. */
export function wornTicket(ticketId: string, wear: Wear): { data: Uint8ClampedArray; width: number; height: number } {
  const { side, tilt = 0, contrast = 1, light = 0.6, blur = 0, damage = 0, cracks = 0, drops = 0, glare = 0 } = wear;
  const random = generator(wear.seed);
  const canvas = createCanvas(FRAME, FRAME);
  const context = canvas.getContext('2d');
  const [dark, bright] = [255 * light * (1 - contrast), 255 * light * (1 - contrast) + 255 * contrast * Math.max(light, 0.25)];
  const grey = (value: number): string => `rgb(${value} ${value} ${value})`;
  context.fillStyle = grey((dark + bright) / 2);
  context.fillRect(0, 0, FRAME, FRAME);
  context.translate(FRAME / 2, FRAME / 2);
  context.rotate((tilt * Math.PI) / 180);
  context.translate(-side / 2, -side / 2);
  if (blur > 0) context.filter = `blur(${blur}px)`;
  const code = createCanvas(side, side);
  const painter = code.getContext('2d');
  const px = side / (QR_MODULES + 2 * QUIET);
  painter.fillStyle = grey(bright);
  painter.fillRect(0, 0, side, side);
  painter.fillStyle = grey(dark);
  for (const [y, row] of qrMatrix(ticketId).entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) painter.fillRect((x + QUIET) * px, (y + QUIET) * px, px, px);
  }
  if (damage > 0) {
    // A drop or a thumb over a part of the code, and two cracks across it.
    const radius = Math.sqrt((damage * (QR_MODULES * px) ** 2) / Math.PI);
    painter.fillStyle = grey(random() < 0.5 ? dark : bright);
    painter.beginPath();
    painter.arc(side * (0.45 + random() * 0.2), side * (0.45 + random() * 0.2), radius, 0, 2 * Math.PI);
    painter.fill();
    painter.strokeStyle = grey((dark + bright) / 2);
    painter.lineWidth = px / 3;
    crack(painter, { times: 2, side, random });
  }
  if (cracks > 0) {
    painter.strokeStyle = grey((dark + bright) / 2);
    painter.lineWidth = (px * 2) / 3;
    crack(painter, { times: cracks, side, random });
  }
  for (let drop = 0; drop < drops; drop += 1) {
    const [x, y, radius] = [side * (0.15 + random() * 0.7), side * (0.15 + random() * 0.7), px * (1 + random() * 1.5)];
    painter.save();
    painter.beginPath();
    painter.arc(x, y, radius, 0, 2 * Math.PI);
    painter.clip();
    painter.filter = `blur(${px / 3}px)`;
    painter.drawImage(code, (random() - 0.5) * 2 * px, (random() - 0.5) * 2 * px);
    painter.restore();
  }
  if (glare > 0) {
    const light = painter.createRadialGradient(side * 0.72, side * 0.72, 0, side * 0.72, side * 0.72, side * 0.3);
    light.addColorStop(0, `rgb(255 255 255 / ${glare})`);
    light.addColorStop(1, 'rgb(255 255 255 / 0)');
    painter.fillStyle = light;
    painter.fillRect(0, 0, side, side);
  }
  context.drawImage(code, 0, 0);
  return context.getImageData(0, 0, FRAME, FRAME);
}

function crack(painter: SKRSContext2D, { times, side, random }: { times: number; side: number; random: () => number }): void {
  for (let one = 0; one < times; one += 1) {
    painter.beginPath();
    painter.moveTo(random() * side, 0);
    painter.lineTo(random() * side, side);
    painter.stroke();
  }
}

/** A small generator of its own, so that a seed names a picture. */
function generator(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 4_294_967_296;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
