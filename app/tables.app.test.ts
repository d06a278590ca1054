import { readdirSync, readFileSync } from 'node:fs';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { FEATURES_BY_NAME, FORGETS } from './features.server.ts';
import { PLATFORM_TABLES } from './platform/adapters/db/platform-tables.ts';
import type { TableFacts } from './platform/adapters/db/table-facts.ts';

interface Declared extends TableFacts {
  owner: string;
  table: string;
}

const DECLARED: Declared[] = Object.entries({ ...FEATURES_BY_NAME, platform: { tables: PLATFORM_TABLES } }).flatMap(([owner, { tables = {} }]) =>
  Object.entries(tables).map(([table, facts]) => ({ ...facts, owner, table })),
);

function columnsOf({ table, erased = [], forgotten = [], retained = {}, impersonal = [] }: Declared): string[] {
  return [...erased, ...forgotten, ...Object.keys(retained), ...impersonal].map((column) => `${table}.${column}`);
}

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

describe('what a table keeps of people', () => {
  test('is declared for each column that can hold words, once, and for no column that is gone', async () => {
    const { rows } = await sql<{ column: string }>`
      select c.table_name || '.' || c.column_name as "column"
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name in ('text', '_text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb', 'inet', 'cidr')
      order by 1`.execute(app.db.query);
    expect(rows.length).toBeGreaterThan(100);
    expect(DECLARED.flatMap(columnsOf).toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
  });

  test('goes by the erasure of a feature that has one, or by what the owner forgets', () => {
    const erasers = DECLARED.filter(({ erased }) => erased !== undefined).map(({ owner, erasedBy }) => erasedBy ?? owner);
    expect(erasers.filter((name) => FEATURES_BY_NAME[name]?.personalData?.erase === undefined)).toEqual([]);
    const forgetters = DECLARED.filter(({ forgotten, owner }) => forgotten !== undefined && owner !== 'platform').map(({ owner }) => owner);
    expect(forgetters.filter((name) => FEATURES_BY_NAME[name]?.forgets === undefined)).toEqual([]);
    expect(FORGETS.length).toBe(new Set(FORGETS.map(({ title }) => title)).size);
  });
});

describe('who writes a table', () => {
  test('each table of the schema has one owner', async () => {
    const { rows } = await sql<{ table: string }>`select table_name as "table" from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db.query);
    expect(DECLARED.map(({ table }) => table).toSorted()).toEqual(rows.map(({ table }) => table).toSorted());
  });

  test('nobody but its owner, unless the glossary says why', () => {
    const owners = new Map(DECLARED.map(({ table, owner }) => [table, owner]));
    const strangers = new Set(writes().filter(({ table, writer }) => owners.has(table) && owners.get(table) !== writer).map(({ table, writer }) => `${table}: ${writer}`));
    expect([...strangers].toSorted()).toEqual(strangersInGlossary().toSorted());
  });

  test('is read from statements and builders alike', () => {
    const found = writes().map(({ table, writer }) => `${table}: ${writer}`);
    for (const one of ['orders: orders', 'mails: waiting-list', 'event_stock: the database', 'limited_acts: platform', 'users: members']) expect(found).toContain(one);
  });
});

const BUILDER = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)'\)/g;
const STATEMENT = /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+([a-z_]+)\b/gi;

/** What the text of the program writes. */
function writes(): { table: string; writer: string }[] {
  const places = [
    ...filesIn('./features/', /(?<!\.test)\.tsx?$/).map((file) => ({ ...file, writer: file.path.split('/')[0]! })),
    ...filesIn('./platform/', /(?<!\.test)\.tsx?$/).map((file) => ({ ...file, writer: 'platform' })),
    ...filesIn('../db/functions/', /\.sql$/).map((file) => ({ ...file, writer: 'the database' })),
  ];
  return places.flatMap(({ text, writer }) => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|--.*$/gm, '');
    const tables = [...[...code.matchAll(BUILDER)].map(([, name]) => name!.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)), ...[...code.matchAll(STATEMENT)].map(([, name]) => name!)];
    return tables.map((table) => ({ table, writer }));
  });
}

function filesIn(folder: string, name: RegExp): { path: string; text: string }[] {
  const root = new URL(folder, import.meta.url).pathname;
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((path) => ({ path: path.slice(root.length).replace(/^\//, ''), text: readFileSync(path, 'utf8') }));
}

/** `| table | writer | why |` below its heading. */
function strangersInGlossary(): string[] {
  const [, section = ''] = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8').split('## Who else writes a table');
  return [...section.matchAll(/^\| `(\w+)` \| (?:`([^`]+)`|(the database)) \| \S.+ \|$/gm)].map(([, table, feature, database]) => `${table}: ${feature ?? database}`);
}
