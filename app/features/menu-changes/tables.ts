import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  menu_changes: {
    retained: { changed_by: 'an id, or the hash of a cookie', before: 'what was sold, for the books', after: 'what was sold, for the books', forgiven_reason: 'what staff noted for the books' },
    impersonal: ['ticket_id'],
  },
};
