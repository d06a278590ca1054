import { sql } from 'kysely';

import type { Invariants } from '#app/feature.server.ts';

export const invariants = (): Invariants => ({
  'I12 nobody who was shut out is signed in': sql`
    select u.id::text as what, 'a live session' as how from users u where u.banned and exists (select 1 from sessions s where s.user_id = u.id)`,
});
