import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { ByTender } from '#app/domain/till/tender.ts';

export interface CountRow {
  id: string;
  kind: 'recount' | 'correction';
  expected: ByTender;
  counted: ByTender;
  /** Of a correction. */
  reason: string | null;
  countedAt: Date;
  countedByName: string | null;
}

export async function insertCount(tx: Tx, count: Omit<CountRow, 'countedByName'> & { sessionId: string; countedBy: string }): Promise<void> {
  const { expected, counted, ...row } = count;
  await tx
    .insertInto('tillCounts')
    .values({
      ...row,
      expectedCash: expected.cash,
      expectedTerminal: expected.terminal,
      expectedBizum: expected.bizum,
      countedCash: counted.cash,
      countedTerminal: counted.terminal,
      countedBizum: counted.bizum,
    })
    .execute();
}

export async function selectCounts(query: Query, sessionId: string): Promise<CountRow[]> {
  const rows = await query
    .selectFrom('tillCounts')
    .leftJoin('users', 'users.id', 'tillCounts.countedBy')
    .select(['tillCounts.id', 'tillCounts.kind', 'tillCounts.reason', 'tillCounts.countedAt', 'users.name as countedByName'])
    .select(['tillCounts.expectedCash', 'tillCounts.expectedTerminal', 'tillCounts.expectedBizum'])
    .select(['tillCounts.countedCash', 'tillCounts.countedTerminal', 'tillCounts.countedBizum'])
    .where('tillCounts.sessionId', '=', sessionId)
    .orderBy('tillCounts.countedAt')
    .orderBy('tillCounts.id')
    .execute();
  return rows.map(({ expectedCash, expectedTerminal, expectedBizum, countedCash, countedTerminal, countedBizum, ...row }) => ({
    ...row,
    expected: { cash: expectedCash, terminal: expectedTerminal, bizum: expectedBizum },
    counted: { cash: countedCash, terminal: countedTerminal, bizum: countedBizum },
  }));
}
