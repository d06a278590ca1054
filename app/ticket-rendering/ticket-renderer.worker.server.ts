import { parentPort } from 'node:worker_threads';

import { sitePicture } from './site/site-picture.server.ts';
import { ticketPng } from './png/ticket-png.server.ts';
import { ticketsPdf } from './pdf/ticket-pdf.server.ts';
import { applePass } from './wallet/apple-pass.server.ts';
import type { RenderResult, RenderJob, RenderRequest } from './ticket-renderer.server.ts';

parentPort!.on('message', (job: RenderJob) => void answer(job));

async function answer({ id, request }: RenderJob): Promise<void> {
  try {
    // Pooled buffers share their memory with others and can't be transferred.
    const output = new Uint8Array(await render(request));
    parentPort!.postMessage({ id, output } satisfies RenderResult, [output.buffer]);
  } catch (error) {
    parentPort!.postMessage({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies RenderResult);
  }
}

function render(request: RenderRequest): Promise<Uint8Array> {
  switch (request.kind) {
    case 'picture':
      return ticketPng(request.ticket, request.issuer);
    case 'document':
      return ticketsPdf(request.document);
    case 'site':
      return sitePicture(request.picture);
    case 'apple_pass':
      return applePass(request.pass);
  }
}
