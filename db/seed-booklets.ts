import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { assignFiles, storeImage } from '#app/features/files/service.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { bookletPdf } from './booklet-pdf.ts';
import { BOOKLETS } from './cast-booklets.ts';
import { PEOPLE } from './cast.ts';

/** The booklets of the last years, for a demo that has just been made. Covers and texts come from the job that reads every booklet. */
export async function seedDemoBooklets(deps: Deps, leave: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const thisYear = Number(dayInMadrid(now).slice(0, 4));
  const admin = await deps.db.query.selectFrom('users').select('id').where('email', '=', PEOPLE[0].email).executeTakeFirstOrThrow();
  for (const booklet of BOOKLETS) {
    if (leave.aborted) return;
    const year = thisYear - booklet.yearsAgo;
    const image = await bookletPdf(booklet, { year, madeAt: now });
    const outcome = await storeImage(deps, { bucket: 'booklets', image, createdBy: admin.id });
    if ('refused' in outcome) throw new Error(`the demo's booklet of ${year}: ${outcome.refused.code}`);
    const [id, fileId] = [deps.ids.uuid(), outcome.stored.id];
    await deps.db.inTransaction(async (tx) => {
      await assignFiles(tx, { bucket: 'booklets', ownerId: id, fileIds: [fileId], now });
      await tx.insertInto('booklets').values({ id, year, fileId, pagesTold: null, pagesCounted: null, readingUntil: null, createdAt: now, updatedAt: now }).execute();
    });
  }
}
