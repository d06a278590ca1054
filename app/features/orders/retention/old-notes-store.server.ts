import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

/** `day`: YYYY-MM-DD. Menus of an older shape carry a note of their own. */
export async function eraseNotesBefore(query: Query, day: string): Promise<void> {
  await sql`
    update tickets set
      note = null,
      menu_selection = case jsonb_typeof(menu_selection) when 'object' then menu_selection - 'note' else menu_selection end
    from events
    where events.id = tickets.event_id and events.event_date < ${day}::date
      and (note is not null or (jsonb_typeof(menu_selection) = 'object' and menu_selection ? 'note'))`.execute(query);
}
