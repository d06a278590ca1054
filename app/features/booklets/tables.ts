import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  booklets: { impersonal: ['reading'] },
  booklet_pages: { retained: { text: 'published by an editor, who takes it off' } },
};
