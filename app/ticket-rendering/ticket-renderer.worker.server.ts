import { parentPort } from 'node:worker_threads';

import { sitePicture } from './site/site-picture.server.ts';
import { ticketPng } from './png/ticket-png.server.ts';
import { ticketsPdf } from './pdf/ticket-pdf.server.ts';
import type { RenderResult, RenderJob, RenderRequest } from './ticket-renderer.server.ts';

parentPort!.on('message', (job: RenderJob) => void answer(job));

async function answer({ id, order }: RenderJob): Promise<void> {
  try {
    // Pooled buffers share their memory with others and can't be transferred.
    const printed = new Uint8Array(await print(order));
    parentPort!.postMessage({ id, printed } satisfies RenderResult, [printed.buffer]);
  } catch (error) {
    parentPort!.postMessage({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies RenderResult);
  }
}

function print(order: RenderRequest): Promise<Uint8Array> {
  switch (order.kind) {
    case 'picture':
      return ticketPng(order.ticket, order.issuer);
    case 'document':
      return ticketsPdf(order.document);
    case 'site':
      return sitePicture(order.picture);
  }
}
