import type { ContentTables } from './tables/content-tables.server.ts';
import type { EventTables } from './tables/event-tables.server.ts';
import type { MoneyTables } from './tables/money-tables.server.ts';
import type { OperationsTables } from './tables/operations-tables.server.ts';
import type { PeopleTables } from './tables/people-tables.server.ts';
import type { SaleTables } from './tables/sale-tables.server.ts';
import type { ProgramTables } from './tables/program-tables.server.ts';

/** The tables of db/baseline.sql and db/migrations, in camelCase. `date` columns are YYYY-MM-DD strings, `time` columns HH:MM. */
export interface DatabaseTables extends PeopleTables, EventTables, SaleTables, MoneyTables, ContentTables, OperationsTables, ProgramTables {}
