import { QR_MODULES, QR_QUIET_ZONE, qrMatrix } from '../qr/qr-matrix.ts';

export type TicketCanvas = Pick<
  CanvasRenderingContext2D,
  | 'save' | 'restore' | 'translate' | 'scale' | 'clip' | 'clearRect'
  | 'beginPath' | 'closePath' | 'moveTo' | 'lineTo' | 'bezierCurveTo' | 'arc' | 'rect' | 'roundRect' | 'fill' | 'stroke' | 'fillRect'
  | 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'globalAlpha'
  | 'font' | 'textAlign' | 'textBaseline' | 'letterSpacing' | 'fillText' | 'measureText'
>;

export const INK = {
  paper: '#fff8ec',
  surface: '#fffdf9',
  sunken: '#f8ecd9',
  line: '#ddc6a4',
  ink: '#2a1720',
  inkSoft: '#6b5060',
  ember: '#c8381a',
  emberDeep: '#9d2710',
  wine: '#4a1028',
  night: '#1e0a14',
  saffron: '#f5a524',
  teal: '#0b6e69',
} as const;

export function ticketOutline(canvas: TicketCanvas, box: { width: number; height: number; corner: number; notchY: number; notch: number }): void {
  const { width, height, corner, notchY, notch } = box;
  canvas.beginPath();
  canvas.moveTo(corner, 0);
  canvas.lineTo(width - corner, 0);
  canvas.arc(width - corner, corner, corner, -Math.PI / 2, 0);
  canvas.lineTo(width, notchY - notch);
  canvas.arc(width, notchY, notch, -Math.PI / 2, Math.PI / 2, true);
  canvas.lineTo(width, height - corner);
  canvas.arc(width - corner, height - corner, corner, 0, Math.PI / 2);
  canvas.lineTo(corner, height);
  canvas.arc(corner, height - corner, corner, Math.PI / 2, Math.PI);
  canvas.lineTo(0, notchY + notch);
  canvas.arc(0, notchY, notch, Math.PI / 2, -Math.PI / 2, true);
  canvas.lineTo(0, corner);
  canvas.arc(corner, corner, corner, Math.PI, Math.PI * 1.5);
  canvas.closePath();
}

export function tileBand(canvas: TicketCanvas, band: { y: number; width: number; tile: number }): void {
  const { y, width, tile } = band;
  const radius = tile * 0.32;
  canvas.save();
  canvas.beginPath();
  canvas.rect(0, y, width, tile);
  canvas.clip();
  canvas.fillStyle = INK.wine;
  canvas.fillRect(0, y, width, tile);
  for (let x = 0; x <= width; x += tile) {
    disc(canvas, { x, y, radius }, INK.ember);
    disc(canvas, { x: x + tile / 2, y: y + tile, radius }, INK.saffron);
  }
  canvas.restore();
}

export function fireRays(canvas: TicketCanvas, fire: { x: number; y: number; length: number; count: number; alpha: number }): void {
  const step = (Math.PI * 2) / fire.count;
  canvas.save();
  canvas.globalAlpha = fire.alpha;
  canvas.fillStyle = INK.saffron;
  for (let ray = 0; ray < fire.count; ray += 1) {
    canvas.beginPath();
    canvas.moveTo(fire.x, fire.y);
    canvas.arc(fire.x, fire.y, fire.length, ray * step, (ray + 0.46) * step);
    canvas.closePath();
    canvas.fill();
  }
  canvas.restore();
}

export function perforation(canvas: TicketCanvas, line: { y: number; from: number; to: number; color: string }): void {
  for (let x = line.from; x <= line.to; x += 20) disc(canvas, { x, y: line.y, radius: 4 }, line.color);
}

/** `size` is a multiple of the modules, so that nothing is blurred. */
export function paintQr(canvas: TicketCanvas, qr: { id: string; x: number; y: number; size: number }): void {
  const module = qr.size / (QR_MODULES + 2 * QR_QUIET_ZONE);
  if (!Number.isInteger(module)) throw new RangeError(`a QR of ${qr.size} px has no whole modules`);
  canvas.fillStyle = '#ffffff';
  canvas.fillRect(qr.x, qr.y, qr.size, qr.size);
  canvas.fillStyle = '#000000';
  for (const [row, cells] of qrMatrix(qr.id).entries()) {
    for (const [column, dark] of cells.entries()) {
      if (!dark) continue;
      canvas.fillRect(qr.x + (QR_QUIET_ZONE + column) * module, qr.y + (QR_QUIET_ZONE + row) * module, module, module);
    }
  }
}

export function crest(canvas: TicketCanvas, at: { x: number; y: number; height: number }): void {
  canvas.save();
  canvas.translate(at.x, at.y);
  canvas.scale(at.height / 108, at.height / 108);
  canvas.translate(-4, -2);
  canvas.save();
  shield(canvas);
  canvas.clip();
  canvas.fillStyle = INK.wine;
  canvas.fillRect(0, 0, 96, 112);
  sea(canvas);
  flames(canvas);
  canvas.restore();
  shield(canvas);
  canvas.strokeStyle = INK.saffron;
  canvas.lineWidth = 4;
  canvas.stroke();
  canvas.restore();
}

function shield(canvas: TicketCanvas): void {
  canvas.beginPath();
  canvas.moveTo(48, 4);
  canvas.lineTo(90, 14);
  canvas.lineTo(90, 58);
  canvas.bezierCurveTo(90, 84, 70, 99, 48, 108);
  canvas.bezierCurveTo(26, 99, 6, 84, 6, 58);
  canvas.lineTo(6, 14);
  canvas.closePath();
}

function sea(canvas: TicketCanvas): void {
  canvas.fillStyle = INK.teal;
  canvas.beginPath();
  waveTop(canvas, 78);
  canvas.lineTo(96, 112);
  canvas.lineTo(0, 112);
  canvas.fill();
  canvas.fillStyle = '#fff8ecd9';
  canvas.beginPath();
  waveTop(canvas, 86);
  canvas.lineTo(96, 90);
  canvas.bezierCurveTo(84, 82, 76, 82, 64, 90);
  canvas.bezierCurveTo(52, 98, 44, 98, 32, 90);
  canvas.bezierCurveTo(20, 82, 12, 82, 0, 90);
  canvas.fill();
}

function waveTop(canvas: TicketCanvas, y: number): void {
  canvas.moveTo(0, y);
  canvas.bezierCurveTo(12, y - 8, 22, y - 8, 32, y);
  canvas.bezierCurveTo(42, y + 8, 54, y + 8, 64, y);
  canvas.bezierCurveTo(74, y - 8, 84, y - 8, 96, y);
}

function flames(canvas: TicketCanvas): void {
  canvas.fillStyle = INK.ember;
  canvas.beginPath();
  canvas.moveTo(48, 18);
  canvas.bezierCurveTo(54, 30, 68, 36, 68, 54);
  canvas.arc(48, 54, 20, 0, Math.PI);
  canvas.bezierCurveTo(28, 44, 34, 41, 36, 32);
  canvas.bezierCurveTo(41, 35, 43, 39, 43, 44);
  canvas.bezierCurveTo(48, 38, 50, 30, 48, 18);
  canvas.fill();
  canvas.fillStyle = INK.saffron;
  canvas.beginPath();
  canvas.moveTo(49, 40);
  canvas.bezierCurveTo(51, 47, 59, 50, 59, 59);
  canvas.arc(48, 59, 11, 0, Math.PI);
  canvas.bezierCurveTo(37, 53, 41, 51, 42, 46);
  canvas.bezierCurveTo(45, 48, 46, 50, 46, 53);
  canvas.bezierCurveTo(48, 50, 50, 46, 49, 40);
  canvas.fill();
}

function disc(canvas: TicketCanvas, at: { x: number; y: number; radius: number }, color: string): void {
  canvas.fillStyle = color;
  canvas.beginPath();
  canvas.arc(at.x, at.y, at.radius, 0, Math.PI * 2);
  canvas.fill();
}
