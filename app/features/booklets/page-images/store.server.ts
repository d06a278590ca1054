import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

export interface BookletToDraw {
  id: string;
  fileId: string;
  pagesDrawn: number;
  pageCount: number;
}

/** Claims the next booklet until `until`; null when none is waiting. */
export async function claimDrawing(query: Query, { now, until, maxTries, maxPages }: { now: Date; until: Date; maxTries: number; maxPages: number }): Promise<BookletToDraw | null> {
  const { rows } = await sql<BookletToDraw>`
    update booklets set drawing_until = ${until}, drawing_tries = drawing_tries + 1
    where id = (
      select id from booklets
      where reading = 'read' and pages_drawn < least(pages_counted, ${maxPages}::integer) and drawing_tries < ${maxTries} and (drawing_until is null or drawing_until < ${now})
      order by year desc limit 1 for update skip locked
    )
    returning id, file_id as "fileId", pages_drawn as "pagesDrawn", pages_counted as "pageCount"`.execute(query);
  return rows[0] ?? null;
}

export async function finishDrawing(query: Query, { id, fileId }: BookletToDraw, { reached, hasDrawn, until }: { reached: number; hasDrawn: boolean; until: Date | null }): Promise<void> {
  await query
    .updateTable('booklets')
    .set({ pagesDrawn: reached, drawingUntil: until, ...(hasDrawn && { drawingTries: 0 }) })
    .where('id', '=', id)
    .where('fileId', '=', fileId)
    .execute();
}

/** Not counted as a try of this booklet. */
export async function postponeDrawing(query: Query, { id, fileId }: BookletToDraw, until: Date): Promise<void> {
  await sql`update booklets set drawing_until = ${until}, drawing_tries = drawing_tries - 1 where id = ${id} and file_id = ${fileId}`.execute(query);
}
