import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  booklets: { impersonal: ['reading'] },
  booklet_pages: { kept: { text: 'published by an editor, who takes it off' } },
};
