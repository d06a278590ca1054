import { MOST_DRAWN } from '#app/domain/booklets/page-images.ts';
import { drawPages } from '#app/features/files/pdfs/service.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { type BookletToDraw, claimDrawing, finishDrawing, postponeDrawing } from './store.server.ts';

/** Longer than the drawing of so many pages may last. */
const CLAIM_MS = 5 * 60_000;
const AT_ONCE = 20;
const MAX_TRIES = 3;
const ROOM_AGAIN_MS = 60 * 60_000;

/** Draws the pages of read booklets, the newest first, some at once, so that a new booklet is read in between. True when there was one. */
export async function drawWaitingPages(deps: Deps, ending: AbortSignal): Promise<boolean> {
  let hasDrawn = false;
  while (!ending.aborted) {
    const now = deps.clock.now();
    const booklet = await claimDrawing(deps.db.query, { now, until: new Date(now.getTime() + CLAIM_MS), maxTries: MAX_TRIES, maxPages: MOST_DRAWN });
    if (booklet === null || !(await drawSome(deps, booklet))) return hasDrawn;
    hasDrawn = true;
  }
  return hasDrawn;
}

/** False when others have to go first. */
async function drawSome(deps: Deps, booklet: BookletToDraw): Promise<boolean> {
  const last = Math.min(booklet.pagesDrawn + AT_ONCE, booklet.pageCount, MOST_DRAWN);
  const drawn = await drawPages(deps, { fileId: booklet.fileId, first: booklet.pagesDrawn + 1, last });
  if (!('refused' in drawn)) {
    await finishDrawing(deps.db.query, booklet, { reached: drawn.reached, hasDrawn: drawn.drawn > 0 });
    return true;
  }
  // A file that is gone belongs to a booklet that has gone, or has another.
  if (drawn.refused === 'gone') return true;
  const waitMs = drawn.refused === 'full' ? ROOM_AGAIN_MS : 0;
  await postponeDrawing(deps.db.query, booklet, new Date(deps.clock.now().getTime() + waitMs));
  return drawn.refused !== 'busy';
}
