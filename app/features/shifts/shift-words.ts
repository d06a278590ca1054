import { hoursText, SHIFT_NAMES, shiftDay, type ShiftKind, type ShiftTimes } from '#app/domain/shifts/shift.ts';
import { formatDayAndMonth, weekdayName } from '#app/domain/time/dates.ts';

/** 'dissabte 20 de març' */
export function shiftDayText(date: string): string {
  return `${weekdayName(date)} ${formatDayAndMonth(date)}`;
}

/** 'Barra, dissabte 20 de març, 20:00–23:00' */
export function shiftText(shift: ShiftTimes & { kind: ShiftKind }): string {
  return `${SHIFT_NAMES[shift.kind]}, ${shiftDayText(shiftDay(shift))}, ${hoursText(shift)}`;
}

export function gapsText(gaps: number): string {
  return gaps === 0 ? 'Complet' : gaps === 1 ? 'Falta 1 persona' : `Falten ${gaps} persones`;
}

export function overlapText(own: ShiftTimes & { kind: ShiftKind; eventTitle: string }): string {
  return `A eixa hora ja tens un altre torn: ${shiftText(own)} (${own.eventTitle}). Lleva't primer d'aquell si vols este.`;
}
