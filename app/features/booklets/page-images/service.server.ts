import { MOST_DRAWN } from '#app/domain/booklets/page-images.ts';
import { drawPages } from '#app/features/files/pdfs/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type BookletToDraw, claimDrawing, finishDrawing, postponeDrawing } from './store.server.ts';

/** Longer than drawing one batch takes. */
const CLAIM_MS = 5 * 60_000;
const AT_ONCE = 20;
const MAX_TRIES = 3;
/** Delay after a batch that drew nothing, as the machine may lack memory or disk. */
const FRUITLESS_MS = 10 * 60_000;
const ROOM_AGAIN_MS = 60 * 60_000;

/** In batches, so that a new booklet is read in between. */
export async function drawWaitingPages(deps: Deps, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const now = deps.clock.now();
    const booklet = await claimDrawing(deps.db.query, { now, until: new Date(now.getTime() + CLAIM_MS), maxTries: MAX_TRIES, maxPages: MOST_DRAWN });
    if (booklet === null || !(await drawSome(deps, booklet, ending))) return;
  }
}

async function drawSome(deps: Deps, booklet: BookletToDraw, ending: AbortSignal): Promise<boolean> {
  const last = Math.min(booklet.pagesDrawn + AT_ONCE, booklet.pageCount, MOST_DRAWN);
  const drawn = await drawPages(deps, { fileId: booklet.fileId, first: booklet.pagesDrawn + 1, last, ending });
  if (!('refused' in drawn)) {
    const hasDrawn = drawn.drawn > 0;
    await finishDrawing(deps.db.query, booklet, { reached: drawn.reached, hasDrawn, until: hasDrawn ? null : later(deps, FRUITLESS_MS) });
    return true;
  }
  // The booklet was deleted or has another PDF.
  if (drawn.refused === 'gone') return true;
  await postponeDrawing(deps.db.query, booklet, later(deps, drawn.refused === 'full' ? ROOM_AGAIN_MS : 0));
  return drawn.refused === 'full';
}

function later(deps: Deps, ms: number): Date {
  return new Date(deps.clock.now().getTime() + ms);
}
