import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  news: {
    retained: { title: 'published by an editor, who takes it off', content: 'published by an editor, who takes it off', excerpt: 'published by an editor, who takes it off', tags: 'published by an editor, who takes it off', search_text: 'published by an editor, who takes it off' },
    impersonal: ['status', 'category'],
  },
  news_images: { retained: { alt: 'published by an editor, who takes it off' } },
};
