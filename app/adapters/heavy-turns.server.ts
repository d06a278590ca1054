import { createTurns, type Turns, type TurnsBound } from './turns.server.ts';

/** What is dear to make or to take, and how much of it a process does at once. */
export const HEAVY_WORK = {
  /** Lists as CSV or workbook, until they are read to their end. */
  sheets: { atOnce: 2, maxWaiting: 8 },
  /** What the renderer draws for who waits for it; some seconds of drawing. */
  drawings: { atOnce: 1, maxWaiting: 16 },
  /** Forms that are held in memory, with their files. */
  longForms: { atOnce: 2, maxWaiting: 20 },
  images: { atOnce: 2, maxWaiting: 20 },
  pdfs: { atOnce: 1, maxWaiting: 20 },
} as const satisfies Record<string, TurnsBound>;

export type HeavyWork = keyof typeof HEAVY_WORK;
export type HeavyTurns = Readonly<Record<HeavyWork, Turns>>;

export function createHeavyTurns(): HeavyTurns {
  const { sheets, drawings, longForms, images, pdfs } = HEAVY_WORK;
  return { sheets: createTurns(sheets), drawings: createTurns(drawings), longForms: createTurns(longForms), images: createTurns(images), pdfs: createTurns(pdfs) };
}
