import { Worker } from 'node:worker_threads';

import type { PrintableTicket } from './printable-ticket.ts';
import type { SitePicture } from './site/site-picture.ts';
import type { TicketIssuer } from './ticket-issuer.ts';
import type { ApplePass } from './wallet/apple-pass.server.ts';
import type { TicketsPdf } from './pdf/ticket-pdf.server.ts';

export type RenderRequest = { kind: 'picture'; ticket: PrintableTicket; issuer: TicketIssuer } | { kind: 'document'; document: TicketsPdf } | { kind: 'site'; picture: SitePicture } | { kind: 'apple_pass'; pass: ApplePass };

export type RenderJob = { id: number; request: RenderRequest };
export type RenderResult = { id: number; output: Uint8Array } | { id: number; failed: string };

/** Mails go before pages; a page that nobody waits for any more is not drawn. */
export type RenderCaller = { for: 'mail' } | { for: 'page'; signal?: AbortSignal };

export interface TicketRenderer {
  /** Rejects with `RendererBusy` when too many wait. */
  render(request: RenderRequest, caller: RenderCaller): Promise<Uint8Array>;
}

export class RendererBusy extends Error {
  override name = 'RendererBusy';
}

interface Waiting {
  request: RenderRequest;
  caller: RenderCaller;
  resolve: (output: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** For one drawing, from its own beginning. */
const DEADLINE_MS = 30_000;
/** Some seconds of drawing. */
const MAX_PAGES_WAITING = 16;
/** Its memory is then given back. */
const IDLE_MS = 60_000;
/** Canvas and typefaces lie outside the heap. */
const HEAP_MB = 96;

/** One worker, started by a request and ended when there was none for a while, which keeps no process alive. */
export function openTicketRenderer(startWorker: () => Worker, { deadlineMs = DEADLINE_MS, idleMs = IDLE_MS }: { deadlineMs?: number; idleMs?: number } = {}): TicketRenderer {
  const queues: Record<RenderCaller['for'], Waiting[]> = { mail: [], page: [] };
  let worker: Worker | null = null;
  let current: { id: number; waiting: Waiting; deadline: NodeJS.Timeout } | null = null;
  let count = 0;
  let idle: NodeJS.Timeout | undefined;

  function rest(): void {
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => {
      const ended = worker;
      worker = null;
      void ended?.terminate();
    }, idleMs).unref();
  }

  function finish(settle: (waiting: Waiting) => void): void {
    if (current === null) return;
    const { waiting, deadline } = current;
    clearTimeout(deadline);
    current = null;
    settle(waiting);
    drawNext();
  }

  function start(): Worker {
    const started = startWorker();
    started.on('message', (answer: RenderResult) => {
      if (answer.id !== current?.id) return;
      finish(({ resolve, reject }) => ('output' in answer ? resolve(answer.output) : reject(new Error(answer.failed))));
    });
    // 'exit' follows whatever ended it.
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker !== started) return;
      worker = null;
      finish(({ reject }) => reject(new Error('the ticket renderer stopped')));
    });
    return started;
  }

  function drawNext(): void {
    if (current !== null) return;
    const waiting = queues.mail.shift() ?? queues.page.shift();
    if (waiting === undefined) return rest();
    clearTimeout(idle);
    worker ??= start();
    const drawing = worker;
    drawing.ref();
    count += 1;
    current = { id: count, waiting, deadline: setTimeout(() => void drawing.terminate(), deadlineMs) };
    drawing.postMessage({ id: count, request: waiting.request } satisfies RenderJob);
  }

  return {
    render(request, caller) {
      const signal = caller.for === 'page' ? caller.signal : undefined;
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      if (caller.for === 'page' && queues.page.length >= MAX_PAGES_WAITING) return Promise.reject(new RendererBusy('too many tickets wait to be drawn'));
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
      const waiting: Waiting = { request, caller, resolve, reject };
      queues[caller.for].push(waiting);
      signal?.addEventListener(
        'abort',
        () => {
          const place = queues.page.indexOf(waiting);
          if (place >= 0) queues.page.splice(place, 1);
          reject(signal.reason as Error);
        },
        { once: true },
      );
      drawNext();
      return promise;
    },
  };
}

const WORKER = import.meta.url.endsWith('.js') ? './ticket-renderer.worker.js' : './ticket-renderer.worker.server.ts';

export function startRenderWorker(): Worker {
  return new Worker(new URL(WORKER, import.meta.url), { name: 'ticket renderer', resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
}

const renderer = openTicketRenderer(startRenderWorker);

export function renderTicketPng(ticket: PrintableTicket, issuer: TicketIssuer): Promise<Uint8Array> {
  return renderer.render({ kind: 'picture', ticket, issuer }, { for: 'mail' });
}

export function renderTicketsPdf(document: TicketsPdf, caller: RenderCaller = { for: 'mail' }): Promise<Uint8Array> {
  return renderer.render({ kind: 'document', document }, caller);
}

export function renderSitePicture(picture: SitePicture, caller: RenderCaller = { for: 'page' }): Promise<Uint8Array> {
  return renderer.render({ kind: 'site', picture }, caller);
}

export function renderApplePass(pass: ApplePass, caller: RenderCaller): Promise<Uint8Array> {
  return renderer.render({ kind: 'apple_pass', pass }, caller);
}
