import { readdirSync, readFileSync } from 'node:fs';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

type Columns = Record<string, 'nullable' | 'required'>;

/** The tables as the compiler knows them. */
function declaredTables(): Record<string, Columns> {
  const folder = new URL('./tables/', import.meta.url);
  const source = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n').replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const interfaces = new Map([...source.matchAll(/interface (\w+) \{\n([\s\S]*?)\n\}/g)].map(([, name, body]) => [name!, body!]));
  return Object.fromEntries(
    [...interfaces].filter(([name]) => name.endsWith('Tables')).flatMap(([, body]) => members(body)).map(([table, type]) => {
      const named = [...interfaces].filter(([name]) => new RegExp(`\\b${name}\\b`).test(type)).flatMap(([, body]) => members(body));
      const inline = [...type.matchAll(/\{([\s\S]*)\}/g)].flatMap(([, body]) => members(body!));
      return [table, Object.fromEntries([...named, ...inline].map(([column, of]) => [column, /\|\s*null\b/.test(of) ? 'nullable' : 'required']))];
    }),
  );
}

/** Name and type of each member of an interface's body: what stands before a `;` outside all brackets. */
function members(body: string): [name: string, type: string][] {
  const found: [string, string][] = [];
  let depth = 0;
  let text = '';
  for (const letter of body) {
    if ('{[(<'.includes(letter)) depth += 1;
    if ('}])>'.includes(letter)) depth -= 1;
    if (letter === ';' && depth === 0) {
      const [, name, type] = /^\s*(\w+)\??:\s*([\s\S]+)$/.exec(text)!;
      found.push([name!, type!]);
      text = '';
    } else text += letter;
  }
  const last = /^\s*(\w+)\??:\s*([\s\S]+)$/.exec(text);
  return last === null ? found : [...found, [last[1]!, last[2]!]];
}

test('the tables that the compiler knows are in the schema, column by column, null where it says so', async () => {
  const { rows } = await sql<{ table: string; column: string; nullable: boolean }>`
    select c.table_name as "table", c.column_name as "column", c.is_nullable = 'YES' as nullable
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and not exists (
      select from pg_inherits where inhrelid = format('%I.%I', c.table_schema, c.table_name)::regclass)`.execute(app.db.query);
  const real: Record<string, Columns> = {};
  for (const { table, column, nullable } of rows) {
    (real[camel(table)] ??= {})[camel(column)] = nullable ? 'nullable' : 'required';
  }
  const declared = declaredTables();
  expect(Object.keys(declared).length).toBeGreaterThan(20);
  // The login library has columns of its own beside those.
  expect(real).toMatchObject(declared);
});

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
