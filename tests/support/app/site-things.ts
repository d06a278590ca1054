import type { Clock } from '#app/platform/adapters/clock.server.ts';
import type { Database } from '#app/platform/adapters/db/database.server.ts';

const AWARD = '0b1c2d3e-0000-4000-8000-000000000043';

/** A block of the home page's (the demo has some) and an award, for tests that open every page. */
export async function aBlockAndAnAward(app: { db: Database; clock: Clock }): Promise<{ blockId: string; awardId: string }> {
  const { id: blockId } = await app.db.query.selectFrom('homeBlocks').select('id').orderBy('position').limit(1).executeTakeFirstOrThrow();
  const award = { id: AWARD, year: 2019, title: 'Primer premi', detail: '', changedAt: app.clock.now() };
  await app.db.query.insertInto('awards').values(award).onConflict((conflict) => conflict.doNothing()).execute();
  return { blockId, awardId: AWARD };
}
