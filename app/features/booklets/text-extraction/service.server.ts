import { countedPages } from '#app/domain/booklets/booklet.ts';
import { readPdf } from '#app/features/files/pdfs/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type BookletToRead, claimExtraction, finishReading, giveUpReading, releaseReading, writePages } from './store.server.ts';

/** Longer than reading one PDF takes. */
const CLAIM_MS = 5 * 60_000;
const MAX_TRIES = 3;

export async function readWaitingBooklets(deps: Deps, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const now = deps.clock.now();
    const booklet = await claimExtraction(deps.db.query, { now, until: new Date(now.getTime() + CLAIM_MS), maxTries: MAX_TRIES });
    if (booklet === null || !(await readOne(deps, booklet))) break;
  }
  await giveUpReading(deps.db.query, { now: deps.clock.now(), maxTries: MAX_TRIES });
}

async function readOne(deps: Deps, booklet: BookletToRead): Promise<boolean> {
  const read = await readPdf(deps, booklet.fileId);
  if ('refused' in read) {
    if (read.refused === 'busy') {
      await releaseReading(deps.db.query, booklet);
      return false;
    }
    // It counts as a try: the claim ends by itself, and after the last one the booklet is given up.
    if (read.refused === 'interrupted') return true;
    const reading = read.refused === 'locked' ? 'locked' : 'unreadable';
    // The booklet was deleted or has another PDF.
    if (read.refused !== 'gone') await deps.db.inTransaction((tx) => finishReading(tx, booklet, { reading, pageCount: null, pagesWithoutText: [] }));
    return true;
  }
  const pagesWithoutText = read.pages.flatMap((text, index) => (text === '' ? [index + 1] : []));
  await deps.db.inTransaction(async (tx) => {
    const isThere = await finishReading(tx, booklet, { reading: 'read', pageCount: countedPages(read.pageCount), pagesWithoutText });
    if (isThere) await writePages(tx, booklet.id, read.pages);
  });
  return true;
}
