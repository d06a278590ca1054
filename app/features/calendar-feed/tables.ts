import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = { calendar_feeds: {} };
