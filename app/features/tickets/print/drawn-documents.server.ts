import { createHash } from 'node:crypto';

import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { stateKey } from '#app/platform/app-state.server.ts';

/** A document of twenty tickets has some hundred kilobytes. */
const MOST_CACHED = 16;

interface Drawing {
  document: Promise<Uint8Array>;
  abandon: AbortController;
  /** Requests still waiting for it. */
  readers: number;
  isDone: boolean;
}

type Drawings = Map<string, Drawing>;

export const drawnDocuments = stateKey<Drawings>('drawn documents');

/** Concurrent requests share one drawing, which is cached for a while and aborted when the last of them is gone. */
export async function drawOnce(drawings: Drawings, tickets: readonly PrintableTicket[], { signal, draw }: { signal: AbortSignal; draw: (signal: AbortSignal) => Promise<Uint8Array> }): Promise<Uint8Array> {
  const name = createHash('sha256').update(JSON.stringify(tickets)).digest('base64url');
  const drawing = drawings.get(name) ?? begin(drawings, name, draw);
  // Moved to the end: the least recently used one is evicted first.
  drawings.delete(name);
  drawings.set(name, drawing);
  drawing.readers += 1;
  const leave = (): void => {
    drawing.readers -= 1;
    if (drawing.readers > 0 || drawing.isDone) return;
    drawings.delete(name);
    drawing.abandon.abort();
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await drawing.document;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function begin(drawings: Drawings, name: string, draw: (signal: AbortSignal) => Promise<Uint8Array>): Drawing {
  const abandon = new AbortController();
  const drawing: Drawing = { document: draw(abandon.signal), abandon, readers: 0, isDone: false };
  drawing.document.then(
    () => {
      drawing.isDone = true;
      for (const oldest of [...drawings.keys()].slice(0, Math.max(0, drawings.size - MOST_CACHED))) drawings.delete(oldest);
    },
    () => drawings.delete(name),
  );
  return drawing;
}
