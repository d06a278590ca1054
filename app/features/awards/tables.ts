import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  awards: { retained: { title: 'published by an editor, who takes it off', detail: 'published by an editor, who takes it off' } },
  award_photos: {},
};
