import { z } from 'zod';

import { SHIFT_KINDS, shiftDay, shiftHours } from '#app/domain/shifts/shift.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { enqueueMails, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { SHIFT_MAILS, type ShiftMail } from './about.ts';
import { type ShiftRecord, selectShift, selectShiftEvent, selectSignups } from '../store.server.ts';

/** What the shift was when the mail was caused: it may be gone when it is sent. */
const detailSchema = z.object({
  about: z.enum(SHIFT_MAILS),
  shiftId: z.uuid(),
  userId: z.uuid(),
  eventId: z.int(),
  kind: z.enum(SHIFT_KINDS),
  date: z.string(),
  starts: z.string(),
  ends: z.string(),
});

export interface ShiftNotice {
  about: ShiftMail;
  shift: ShiftRecord;
  person: { userId: string; email: string };
  now: Date;
}

export async function notifyOfShifts(tx: Tx, deps: Pick<Deps, 'ids'>, notices: readonly ShiftNotice[]): Promise<void> {
  await enqueueMails(
    tx,
    notices.map(({ about, shift, person, now }) => {
      const { id: shiftId, eventId, kind, starts, ends } = shift;
      const detail = { about, shiftId, userId: person.userId, eventId, kind, date: shiftDay(shift), starts, ends } satisfies z.infer<typeof detailSchema>;
      return { id: deps.ids.uuid(), kind: about === 'reminder' ? 'shift_reminder' : 'shift', cause: 'shift', orderId: null, recipient: person.email, detail, now };
    }),
  );
}

const IS_OF_SOMEBODY_IN_IT: readonly ShiftMail[] = ['assigned', 'accepted', 'moved', 'reminder'];

/** Null where its person is not in the shift any more, the event is gone or the shift over, and where what it reminds of has begun or changed: the mail about the move says it. */
export async function renderShiftMail(deps: Deps, { detail }: MailToWrite): Promise<RenderedMail | null> {
  const mail = detailSchema.parse(detail);
  const event = await selectShiftEvent(deps.db.query, mail.eventId);
  if (event === null) return null;
  const isIn = IS_OF_SOMEBODY_IN_IT.includes(mail.about);
  const shift = isIn ? await selectShift(deps.db.query, mail.shiftId) : null;
  if (isIn) {
    const own = (await selectSignups(deps.db.query, [mail.shiftId])).find(({ userId }) => userId === mail.userId);
    if (own === undefined || own.state === 'refused' || event.withdrawnAt !== null) return null;
    if (shift === null || deps.clock.now().getTime() >= shiftHours(shift)[mail.about === 'reminder' ? 'start' : 'end']) return null;
    if (mail.about === 'reminder' && (shiftDay(shift) !== mail.date || shift.starts !== mail.starts || shift.ends !== mail.ends)) return null;
  }
  const { shiftMailTemplate } = await import('./shift-mail.server.tsx');
  const url = new URL('/torns', deps.env.publicUrl).href;
  return { ...(await shiftMailTemplate({ ...mail, isToday: mail.date === dayInMadrid(deps.clock.now()), url, eventTitle: event.title, eventImage: event.image, location: event.location, note: shift?.note ?? null }, await deps.settings.current())), attachments: [] };
}
