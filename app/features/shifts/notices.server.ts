import { quietUntil } from '#app/domain/mail/reminder.ts';
import { isReminderDue, shiftDay, shiftHours } from '#app/domain/shifts/shift.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { notifyOfShifts, type ShiftNotice } from './mails/shift-mails.server.ts';
import { lockSignupsOfDays, lockSignupsToNotify, markReminded, markNotified, type NotifiedSignup } from './store.server.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'ids'>;

/** Whatever moved a shift, or withdrew its event: its people are told in the transaction that notes it, so once. */
export async function notifyOfChanges(deps: Parts, ending?: AbortSignal): Promise<void> {
  const goesOn = (): boolean => ending?.aborted !== true;
  let notified = 1;
  while (notified > 0 && goesOn()) {
    notified = await deps.db.inTransaction(async (tx) => {
      const now = deps.clock.now();
      const signups = await lockSignupsToNotify(tx);
      await notifyOfShifts(tx, deps, signups.flatMap((signup) => newsOf(signup, now) ?? []));
      for (const signup of signups) await markNotified(tx, { shiftId: signup.id, userId: signup.userId }, { date: shiftDay(signup), starts: signup.starts, ends: signup.ends, withdrawn: signup.withdrawnAt !== null });
      return signups.length;
    });
  }
}

function newsOf(signup: NotifiedSignup, now: Date): ShiftNotice | null {
  const isWithdrawn = signup.withdrawnAt !== null;
  if (signup.banned || (isWithdrawn && signup.toldWithdrawn) || now.getTime() >= shiftHours(signup).end) return null;
  return { about: isWithdrawn ? 'withdrawn' : 'moved', shift: signup, person: signup, now };
}

/** From ten o'clock of the day before on; `reminded_for` is written with the mail. */
export async function remindOfShifts(deps: Parts): Promise<void> {
  if (quietUntil(deps.clock.now()) !== null) return;
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now();
    const today = dayInMadrid(now);
    const signups = await lockSignupsOfDays(tx, { from: addDays(today, -1), to: addDays(today, 2) });
    const due = signups.filter(({ confirmedAt, ...shift }) => confirmedAt !== null && isReminderDue({ ...shift, confirmedAt }, now));
    await notifyOfShifts(tx, deps, due.map((signup) => ({ about: 'reminder', shift: signup, person: signup, now })));
    for (const signup of due) await markReminded(tx, { shiftId: signup.id, userId: signup.userId, date: shiftDay(signup) });
  });
}
