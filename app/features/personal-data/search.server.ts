import { sql } from 'kysely';

import { containing } from '#app/platform/adapters/db/like-pattern.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';

/** In how many rows of each column that can hold words these words stand. */
export async function searchEverywhere(query: Query, words: string): Promise<Record<string, number>> {
  const { rows: columns } = await sql<{ table: string; names: string[] }>`
    select c.table_name as "table", array_agg(c.column_name::text order by c.ordinal_position) as names
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.udt_name in ('text', '_text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb', 'inet', 'cidr', 'tsvector')
    group by c.table_name order by c.table_name`.execute(query);
  const found: Record<string, number> = {};
  for (const { table, names } of columns) {
    const counts = sql.join(names.map((name) => sql`count(*) filter (where ${sql.ref(name)}::text ilike ${containing(words)})::integer`));
    const { rows } = await sql<{ counts: number[] }>`select array[${counts}] as counts from ${sql.table(table)}`.execute(query);
    for (const [at, count] of (rows[0]?.counts ?? []).entries()) if (count > 0) found[`${table}.${names[at]}`] = count;
  }
  return found;
}
