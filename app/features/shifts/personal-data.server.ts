import { sql } from 'kysely';

import { SHIFT_NAMES, type SignupState } from '#app/domain/shifts/shift.ts';
import type { PersonalData } from '#app/feature.server.ts';

const STATE_WORDS: Readonly<Record<SignupState, string>> = { asked: 'per acceptar', confirmed: 'apuntat', refused: 'no acceptat' };

/** With the account go its shifts: their places are free again. */
export const personalData: PersonalData = {
  words: {
    shifts: {
      title: 'Torns',
      fields: { day: 'Dia', starts: 'De les', ends: 'A les', state: 'Estat', askedAt: 'Demanat' },
      codes: { kind: SHIFT_NAMES, state: STATE_WORDS },
    },
  },

  async collect(query, { email }) {
    const { rows } = await sql<{ event: string; kind: string; day: string; starts: string; ends: string; state: string; askedAt: Date }>`
      select events.title as event, shifts.kind, (events.event_date + shifts.day_offset)::text as day, to_char(shifts.starts, 'HH24:MI') as starts, to_char(shifts.ends, 'HH24:MI') as ends,
        shift_signups.state, shift_signups.asked_at
      from shift_signups join users on users.id = shift_signups.user_id join shifts on shifts.id = shift_signups.shift_id join events on events.id = shifts.event_id
      where users.email = ${email} order by events.event_date, shifts.starts`.execute(query);
    return { shifts: rows };
  },

  async erase(tx, { email, until }) {
    const gone = await tx.deleteFrom('shiftSignups').using('users').whereRef('users.id', '=', 'shiftSignups.userId').where('users.email', '=', email).where('users.createdAt', '<=', until).executeTakeFirst();
    return { shifts: Number(gone.numDeletedRows) };
  },
};
