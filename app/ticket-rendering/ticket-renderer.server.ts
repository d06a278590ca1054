import { Worker } from 'node:worker_threads';

import type { PrintableTicket } from './printable-ticket.ts';
import type { TicketsPdf } from './pdf/ticket-pdf.server.ts';

/** What the press is asked for: the picture of one ticket, or all of them as a document. */
export type RenderRequest = { kind: 'picture'; ticket: PrintableTicket } | { kind: 'document'; document: TicketsPdf };

/** What the worker is told and what it answers. */
export type RenderJob = { id: number; order: RenderRequest };
export type RenderResult = { id: number; printed: Uint8Array } | { id: number; failed: string };

export interface TicketRenderer {
  /** Rejects when the drawing fails, takes too long or its worker dies; the next order finds a new worker. */
  print(order: RenderRequest): Promise<Uint8Array>;
}

interface Waiting {
  resolve: (printed: Uint8Array) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

const DEADLINE_MS = 30_000;
/** Canvas and typefaces lie outside the heap. */
const HEAP_MB = 96;

/** One worker, started by the first order and kept. It holds no process alive. */
export function openTicketRenderer(startWorker: () => Worker, deadlineMs = DEADLINE_MS): TicketRenderer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let orders = 0;

  function take(id: number): Waiting | undefined {
    const one = waiting.get(id);
    clearTimeout(one?.deadline);
    waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
    return one;
  }

  function start(): Worker {
    const started = startWorker();
    started.on('message', (answer: RenderResult) => {
      const one = take(answer.id);
      if ('printed' in answer) one?.resolve(answer.printed);
      else one?.reject(new Error(answer.failed));
    });
    // Whatever ended it (out of memory, a crash in the canvas), 'exit' follows.
    started.on('error', () => {});
    started.on('exit', () => {
      worker = null;
      for (const id of waiting.keys()) take(id)?.reject(new Error('the ticket press stopped'));
    });
    return started;
  }

  return {
    print(order) {
      worker ??= start();
      worker.ref();
      orders += 1;
      const job: RenderJob = { id: orders, order };
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
      const deadline = setTimeout(() => void worker?.terminate(), deadlineMs);
      waiting.set(job.id, { resolve, reject, deadline });
      worker.postMessage(job);
      return promise;
    },
  };
}

/** From the sources Node runs the worker's source as it is. */
const WORKER = import.meta.url.endsWith('.js') ? './ticket-renderer.worker.js' : './ticket-renderer.worker.server.ts';

/** As the server starts it. */
export function startRenderWorker(): Worker {
  return new Worker(new URL(WORKER, import.meta.url), { name: 'ticket press', resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
}

const press = openTicketRenderer(startRenderWorker);

/** The ticket as PNG. */
export function renderTicketPng(ticket: PrintableTicket): Promise<Uint8Array> {
  return press.print({ kind: 'picture', ticket });
}

/** Tickets as one PDF. */
export function renderTicketsPdf(document: TicketsPdf): Promise<Uint8Array> {
  return press.print({ kind: 'document', document });
}
