import { writeCsv } from 'hucre/csv';

import { SHIFT_NAMES, shiftDay, type SignupState } from '#app/domain/shifts/shift.ts';

import type { BoardShift } from './admin/service.server.ts';

const STATES: Readonly<Record<Exclude<SignupState, 'refused'>, string>> = { confirmed: 'apuntat', asked: 'per acceptar' };

/** A line for each person, and one without a name for each that is missing. */
export function shiftsCsv(shifts: readonly BoardShift[]): string {
  const rows = shifts.flatMap((shift) => {
    const head = [SHIFT_NAMES[shift.kind], shiftDay(shift), shift.starts, shift.ends, shift.places];
    const people = shift.people.flatMap(({ name, email, state }) => (state === 'refused' ? [] : [[...head, name, email, STATES[state]]]));
    return [...people, ...Array.from({ length: shift.gaps }, () => [...head, '', '', 'falta'])];
  });
  return writeCsv([['Torn', 'Dia', 'De', 'A', 'Places', 'Nom', 'Correu', 'Estat'], ...rows], { delimiter: ';', bom: true, escapeFormulae: true });
}
