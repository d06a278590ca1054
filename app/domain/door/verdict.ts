import { dateAndTimeText, durationText } from '../time/instant-text.ts';
import type { AdmissionCode, Undoing } from './admission.ts';
import type { DoorCode } from './serving.ts';

export interface AdmissionFacts {
  eventTitle?: string;
  /** RFC 3339. */
  usedAt?: string | null;
  ownSecondsAgo?: number | null;
  /** RFC 3339. */
  now?: string;
  door?: string | null;
}

/** Spec §2 and §8. */
export function admissionText(code: AdmissionCode, facts: AdmissionFacts = {}): string {
  switch (code) {
    case 'VALID':
      return 'Tiquet vàlid';
    case 'ADMITTED':
      return 'Endavant';
    case 'ALREADY_USED':
      return usedText(facts);
    case 'NOT_FOUND':
      return 'Tiquet no trobat';
    case 'OTHER_EVENT':
      return facts.eventTitle === undefined ? 'Este tiquet és per a un altre acte' : `Este tiquet és per a un altre acte: ${facts.eventTitle}`;
    case 'NOT_PAID':
      return 'Comanda sense pagar';
    case 'CANCELLED':
      return 'Tiquet cancel·lat';
    case 'REFUNDED':
      return 'Tiquet reemborsat';
    case 'SUSPENDED':
      return 'Tiquet suspés: el pagament està en disputa';
    case 'REPLACED':
      return "Tiquet substituït: ara és d'una altra persona";
    case 'BAD_QR':
      return 'Format de QR JSON invàlid';
  }
}

/** Of whoever would go out. */
export const NOT_INSIDE_TEXT = 'Este tiquet no és a dins';

export const UNDO_TEXTS: Record<Undoing, string> = {
  free: 'Entrada desfeta: el tiquet torna a ser vàlid',
  others: 'Entrada desfeta, però per una altra porta ha entrat algú amb este tiquet: continua usat',
  too_late: 'Només ho pot desfer el mateix dispositiu durant un minut, o un administrador: tiquet ja usat',
  nothing: 'No hi ha cap entrada per a desfer',
};

function usedText({ usedAt, ownSecondsAgo, now, door }: AdmissionFacts): string {
  if (typeof ownSecondsAgo === 'number') return `Tiquet ja usat fa ${durationText(ownSecondsAgo)}, en este dispositiu`;
  return `Tiquet ja usat${usedAt ? whenText(usedAt, now) : ''}${door ? ` · ${door}` : ''}`;
}

function whenText(usedAt: string, now: string | undefined): string {
  const { date, time } = dateAndTimeText(usedAt);
  return now === undefined || dateAndTimeText(now).date === date ? ` a les ${time}` : ` el ${date} a les ${time}`;
}

/** Spec §2. */
export function userTypeText(userType: string): string {
  const labels: Record<string, string> = { comision: '🔴 Comissió', socio: '🔵 Soci', admin: '🟢 Taquilla' };
  return Object.hasOwn(labels, userType) ? labels[userType]! : '🔵 Online';
}

export type AdmissionTone = 'yes' | 'warn' | 'no';

export function admissionTone(code: DoorCode): AdmissionTone {
  if (code === 'VALID' || code === 'ADMITTED' || code === 'SERVED') return 'yes';
  return code === 'ALREADY_USED' || code === 'ALREADY_SERVED' || code === 'NOT_LISTED' ? 'warn' : 'no';
}

/** An act that was refused is no success, though its ticket is valid: going out of somebody who is not inside. */
export function answerTone({ success, code }: { success: boolean; code: DoorCode }): AdmissionTone {
  const tone = admissionTone(code);
  return tone === 'yes' && !success ? 'no' : tone;
}
