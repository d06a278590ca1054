import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { abortError, type Semaphore } from '#app/platform/adapters/semaphore.server.ts';
import { CONFINED } from '#app/platform/adapters/media/child-job.server.ts';

import type { PrintableTicket } from './printable-ticket.ts';
import type { SitePicture } from './site/site-picture.ts';
import type { TicketIssuer } from './ticket-issuer.ts';
import type { ApplePass } from './wallet/apple-pass.server.ts';
import type { ReportPdf } from './pdf/report-pdf.server.ts';
import type { TicketsPdf } from './pdf/ticket-pdf.server.ts';

export type RenderRequest = { kind: 'picture'; ticket: PrintableTicket; issuer: TicketIssuer } | { kind: 'document'; document: TicketsPdf } | { kind: 'report'; report: ReportPdf } | { kind: 'site'; picture: SitePicture } | { kind: 'apple_pass'; pass: ApplePass };

export type RenderJob = { id: number; request: RenderRequest };
export type RenderResult = { id: number; output: Uint8Array } | { id: number; failed: string };

/** Mails go before pages; a page that nobody waits for any more is not drawn. */
export type RenderCaller = { for: 'mail' } | PageCaller;
export type PageCaller = { for: 'page'; slots: Semaphore; signal?: AbortSignal };

export interface TicketRenderer {
  render(request: RenderRequest, caller: RenderCaller): Promise<Uint8Array>;
}

export class RendererBusy extends Error {
  override name = 'RendererBusy';
}

interface Waiting {
  request: RenderRequest;
  resolve: (output: Uint8Array) => void;
  reject: (error: unknown) => void;
}

const DEADLINE_MS = 30_000;
const IDLE_MS = 60_000;
/** Canvas and typefaces lie outside the heap. */
const HEAP_MB = 96;
/** Of which V8 takes three: with its own 16 the process grows by 100 MB. */
const YOUNG_HEAP_MB = 4;

export function openTicketRenderer(startChild: () => ChildProcess, { deadlineMs = DEADLINE_MS, idleMs = IDLE_MS }: { deadlineMs?: number; idleMs?: number } = {}): TicketRenderer {
  const queues: { mail: Waiting[]; page: Waiting[] } = { mail: [], page: [] };
  let child: ChildProcess | null = null;
  let current: { id: number; waiting: Waiting; deadline: NodeJS.Timeout } | null = null;
  let count = 0;
  let idle: NodeJS.Timeout | undefined;

  function rest(): void {
    child?.unref();
    child?.channel?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => {
      const ended = child;
      child = null;
      if (ended?.connected) ended.disconnect();
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

  function start(): ChildProcess {
    const started = startChild();
    started.on('message', (answer: RenderResult) => {
      if (answer.id !== current?.id) return;
      finish(({ resolve, reject }) => ('output' in answer ? resolve(answer.output) : reject(new Error(answer.failed))));
    });
    // A child that can't be started emits `error` and no `exit`.
    for (const event of ['error', 'exit']) started.on(event, () => stopped(started));
    return started;
  }

  function stopped(ended: ChildProcess): void {
    if (child !== ended) return;
    child = null;
    ended.kill('SIGKILL');
    finish(({ reject }) => reject(new Error('the ticket renderer stopped')));
  }

  function drawNext(): void {
    if (current !== null) return;
    const waiting = queues.mail.shift() ?? queues.page.shift();
    if (waiting === undefined) return rest();
    clearTimeout(idle);
    try {
      child ??= start();
    } catch (error) {
      waiting.reject(error);
      drawNext();
      return;
    }
    const drawing = child;
    drawing.ref();
    drawing.channel?.ref();
    count += 1;
    current = { id: count, waiting, deadline: setTimeout(() => drawing.kill('SIGKILL'), deadlineMs) };
    drawing.send({ id: count, request: waiting.request } satisfies RenderJob);
  }

  function draw(request: RenderRequest, queue: Waiting[], signal?: AbortSignal): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const waiting: Waiting = { request, resolve, reject };
    queue.push(waiting);
    signal?.addEventListener(
      'abort',
      () => {
        const place = queue.indexOf(waiting);
        if (place >= 0) queue.splice(place, 1);
        reject(abortError(signal));
      },
      { once: true },
    );
    drawNext();
    return promise;
  }

  return {
    async render(request, caller) {
      if (caller.for === 'mail') return draw(request, queues.mail);
      const { slots, signal } = caller;
      const drawn = await slots.take(() => draw(request, queues.page, signal), signal && { signal });
      if (drawn === null) throw new RendererBusy('too many tickets wait to be drawn');
      return drawn;
    },
  };
}

const CHILD = new URL(import.meta.url.endsWith('.js') ? './ticket-renderer.child.js' : './ticket-renderer.child.server.ts', import.meta.url);

/** A process and not a thread: what canvas, typefaces and compression took goes back to the system with it. */
export function startRenderChild(): ChildProcess {
  return fork(fileURLToPath(CHILD), [], {
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768' },
    execArgv: [...CONFINED, `--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${YOUNG_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

const renderer = openTicketRenderer(startRenderChild);

export function renderTicketPng(ticket: PrintableTicket, issuer: TicketIssuer): Promise<Uint8Array> {
  return renderer.render({ kind: 'picture', ticket, issuer }, { for: 'mail' });
}

export function renderTicketsPdf(document: TicketsPdf, caller: RenderCaller = { for: 'mail' }): Promise<Uint8Array> {
  return renderer.render({ kind: 'document', document }, caller);
}

export function renderReportPdf(report: ReportPdf, caller: RenderCaller): Promise<Uint8Array> {
  return renderer.render({ kind: 'report', report }, caller);
}

export function renderSitePicture(picture: SitePicture, caller: RenderCaller): Promise<Uint8Array> {
  return renderer.render({ kind: 'site', picture }, caller);
}

export function renderApplePass(pass: ApplePass, caller: RenderCaller): Promise<Uint8Array> {
  return renderer.render({ kind: 'apple_pass', pass }, caller);
}
