import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  halls: { forgotten: ['notes'] },
  hall_rooms: { impersonal: ['name'] },
  hall_tables: { impersonal: ['row_name', 'shape', 'label'] },
  ticket_seats: { impersonal: ['ticket_id'] },
  seating_versions: { forgotten: ['seats'], retained: { changed_by: 'an id' } },
  table_notices: { impersonal: ['tables'] },
};
