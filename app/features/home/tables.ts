import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  home_blocks: {
    retained: { title: 'published by an editor, who takes it off', intro: 'published by an editor, who takes it off', items: 'published by an editor, who takes it off' },
    impersonal: ['kind'],
  },
};
