import type { TicketCanvas } from './ticket-ornaments.ts';
import { ellipsize } from './ticket-text.ts';

export interface DrawContext {
  canvas: TicketCanvas;
  display: (size: number) => string;
  text: (size: number, weight: number) => string;
  emoji: (size: number) => string;
}

export function paintLabel(draw: DrawContext, label: string, at: { x: number; y: number; width: number; size: number }): void {
  const { canvas } = draw;
  canvas.font = draw.text(at.size, 700);
  canvas.letterSpacing = `${at.size * 0.12}px`;
  canvas.fillText(ellipsize(canvas, label.toUpperCase(), at.width), at.x, at.y);
  canvas.letterSpacing = '0px';
}
