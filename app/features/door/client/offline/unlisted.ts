import { admissionText } from '#app/domain/door/verdict.ts';

import type { DoorAnswer } from '../../schema.ts';
import { ageText } from '../../pages/scanner/door-words.ts';
import { CLOCK_ERROR_MS, phoneClock } from '../clock/steady-clock.ts';
import type { KeptList } from './offline-store.ts';

/** What this phone can say of a ticket that its list does not have: whose it is, where another event's list has it, else only that it does not know. */
export function unlistedAnswer(hash: string, { kept, others }: { kept: KeptList; others: readonly KeptList[] }): DoorAnswer {
  const other = others.find(({ list }) => list.retired.includes(hash) || list.tickets.some((ticket) => ticket.hash === hash || ticket.number === hash));
  if (other !== undefined) return { success: false, code: 'OTHER_EVENT', message: admissionText('OTHER_EVENT', { eventTitle: other.list.event.title }) };
  return { success: false, code: 'NOT_LISTED', message: `No està en la llista d'este mòbil (${listAge(kept)})` };
}

function listAge({ fetchedAt }: KeptList): string {
  const age = phoneClock.now() - fetchedAt;
  return phoneClock.wasSetBack() || age < -CLOCK_ERROR_MS ? "d'edat desconeguda" : ageText(age);
}
