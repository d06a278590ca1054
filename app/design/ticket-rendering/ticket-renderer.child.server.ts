import sharp from 'sharp';

import { sitePicture } from './site/site-picture.server.ts';
import { ticketPng } from './png/ticket-png.server.ts';
import { reportPdf } from './pdf/report-pdf.server.ts';
import { ticketsPdf } from './pdf/ticket-pdf.server.ts';
import { applePass } from './wallet/apple-pass.server.ts';
import type { RenderResult, RenderJob, RenderRequest } from './ticket-renderer.server.ts';

/* A program of its own: a terminal signals it too, but it ends with its parent, which first finishes its work. */

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
sharp.concurrency(1);
sharp.cache(false);

process.on('message', (job: RenderJob) => void answer(job));

async function answer({ id, request }: RenderJob): Promise<void> {
  try {
    send({ id, output: await render(request) });
  } catch (error) {
    send({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(result: RenderResult): void {
  process.send!(result);
}

function render(request: RenderRequest): Promise<Uint8Array> {
  switch (request.kind) {
    case 'picture':
      return ticketPng(request.ticket, request.issuer);
    case 'document':
      return ticketsPdf(request.document);
    case 'report':
      return reportPdf(request.report);
    case 'site':
      return sitePicture(request.picture);
    case 'apple_pass':
      return applePass(request.pass);
  }
}
