import type { TicketCanvas } from './ticket-ornaments.ts';
import { ellipsize } from './ticket-text.ts';

/** Canvas and typefaces as the pieces of the drawing need them. */
export interface DrawContext {
  canvas: TicketCanvas;
  display: (size: number) => string;
  text: (size: number, weight: number) => string;
  emoji: (size: number) => string;
}

/** A small caption in spaced capitals. */
export function paintLabel(draw: DrawContext, label: string, at: { x: number; y: number; width: number; size: number }): void {
  const { canvas } = draw;
  canvas.font = draw.text(at.size, 700);
  canvas.letterSpacing = `${at.size * 0.12}px`;
  canvas.fillText(ellipsize(canvas, label.toUpperCase(), at.width), at.x, at.y);
  canvas.letterSpacing = '0px';
}
