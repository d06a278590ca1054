import { inflateSync } from 'node:zlib';

import type { Page } from 'playwright-core';

/** How many pieces of text stand on each sheet of what Chromium prints of the page. */
export async function textsOfPrint(page: Page, paper: NonNullable<Parameters<Page['pdf']>[0]> = { preferCSSPageSize: true }): Promise<number[]> {
  const pdf = (await page.pdf(paper)).toString('latin1');
  return [...pdf.matchAll(/\/Type\s*\/Page\b[^]*?\/Contents (\d+) 0 R/g)].map(([, object]) => textsDrawn(pdf, object!));
}

function textsDrawn(pdf: string, object: string): number {
  const start = pdf.indexOf('stream\n', pdf.indexOf(`\n${object} 0 obj`)) + 'stream\n'.length;
  const drawn = inflateSync(Buffer.from(pdf.slice(start, pdf.indexOf('endstream', start)), 'latin1')).toString('latin1');
  return drawn.match(/T[jJ](?=\s|$)/g)?.length ?? 0;
}
