import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

const PUBLISHED = 'what the association wrote to everybody with tickets';

export const tables: Tables = {
  announcements: { retained: { subject: PUBLISHED, body: PUBLISHED }, impersonal: ['kind'] },
  holder_choices: { impersonal: ['choice'] },
};
