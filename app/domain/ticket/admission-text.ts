import { agoText, timeText } from '../time/instant-text.ts';
import type { AdmissionCode, Undoing } from './admission.ts';
import type { DoorCode } from './serving.ts';

export interface AdmissionFacts {
  eventTitle?: string;
  /** RFC 3339. */
  usedAt?: string | null;
  ownSecondsAgo?: number | null;
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

export const UNDO_TEXTS: Record<Undoing, string> = {
  free: 'Entrada desfeta: el tiquet torna a ser vàlid',
  others: 'Entrada desfeta, però per una altra porta ha entrat algú amb este tiquet: continua usat',
  too_late: 'Només ho pot desfer el mateix dispositiu durant un minut, o un administrador: tiquet ja usat',
  nothing: 'No hi ha cap entrada per a desfer',
};

function usedText({ usedAt, ownSecondsAgo, door }: AdmissionFacts): string {
  if (typeof ownSecondsAgo === 'number') return `Tiquet ja usat fa ${agoText(ownSecondsAgo)}, en este dispositiu`;
  const when = usedAt ? ` a les ${timeText(usedAt)}` : '';
  return `Tiquet ja usat${when}${door ? ` · ${door}` : ''}`;
}

/** Spec §2. */
export function userTypeText(userType: string): string {
  const labels: Record<string, string> = { comision: '🔴 Comissió', socio: '🔵 Soci', admin: '🟢 Taquilla' };
  return Object.hasOwn(labels, userType) ? labels[userType]! : '🔵 Online';
}

export type AdmissionTone = 'yes' | 'warn' | 'no';

export function admissionTone(code: DoorCode): AdmissionTone {
  if (code === 'VALID' || code === 'ADMITTED' || code === 'SERVED') return 'yes';
  return code === 'ALREADY_USED' || code === 'ALREADY_SERVED' ? 'warn' : 'no';
}
