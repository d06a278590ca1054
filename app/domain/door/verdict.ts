import { dateAndTimeText, durationText, timeText } from '../time/instant-text.ts';
import type { AdmissionCode, Undoing } from './admission.ts';
import type { DoorCode, ServingCode } from './serving.ts';

export interface Verdict {
  success: boolean;
  code: DoorCode;
  message: string;
}

export interface AdmissionFacts {
  eventTitle?: string;
  usedAt?: string | null;
  ownSecondsAgo?: number | null;
  now?: string;
  door?: string | null;
}

export function verdictOf(code: AdmissionCode, facts: AdmissionFacts = {}): Verdict {
  return { success: code === 'VALID' || code === 'ADMITTED', code, message: admissionText(code, facts) };
}

export function servingVerdict(code: ServingCode, facts: ServingFacts = {}): Verdict {
  return { success: code === 'SERVED', code, message: servingText(code, facts) };
}

export function toServe(dishes: number): Verdict {
  return { success: true, code: 'VALID', message: toServeText(dishes) };
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

export const UNDO_VERDICTS: Record<Undoing, Verdict> = {
  free: { success: true, code: 'VALID', message: 'Entrada desfeta: el tiquet torna a ser vàlid' },
  others: { success: true, code: 'ALREADY_USED', message: 'Entrada desfeta, però per una altra porta ha entrat algú amb este tiquet: continua usat' },
  too_late: { success: false, code: 'ALREADY_USED', message: 'Només ho pot desfer el mateix dispositiu durant un minut, o un administrador: tiquet ja usat' },
  refunded: { success: false, code: 'REFUNDED', message: "No es pot desfer: s'ha tornat la comanda, i el tiquet ja no pot tornar a ser vàlid" },
  nothing: { success: false, code: 'VALID', message: 'No hi ha cap entrada per a desfer' },
};

export const EXIT_VERDICTS: Record<'out' | 'final' | 'not_inside', Verdict> = {
  out: { success: true, code: 'VALID', message: 'Ha eixit: pot tornar a entrar' },
  final: { success: false, code: 'ALREADY_USED', message: 'En este acte qui ix no pot tornar a entrar' },
  not_inside: { success: false, code: 'VALID', message: 'Este tiquet no és a dins' },
};

export const UNDO_SERVING_VERDICTS: Record<'free' | 'too_late' | 'nothing', Verdict> = {
  free: { success: true, code: 'VALID', message: 'Desfet: els plats tornen a estar per servir' },
  too_late: { success: false, code: 'ALREADY_SERVED', message: 'Només ho pot desfer el mateix dispositiu durant un minut, o un administrador: ja està servit' },
  nothing: { success: false, code: 'VALID', message: "No s'ha servit res d'este tiquet" },
};

export const ENDED: Record<'pass' | 'shift', Verdict> = {
  pass: { success: false, code: 'PASS_ENDED', message: 'El passe ha caducat: ja no deixa entrar ningú' },
  shift: { success: false, code: 'SHIFT_ENDED', message: "El teu torn de porta s'ha acabat: ja no deixa entrar ningú" },
};

/** Dishes can be read without network, and are marked nowhere. */
export const UNMARKED: Verdict = { success: false, code: 'VALID', message: "Sense connexió no es pot marcar: apunta't el tiquet" };

export function notListed(listAgeMs: number | null): Verdict {
  return { success: false, code: 'NOT_LISTED', message: `No està en la llista d'este mòbil (${listAgeText(listAgeMs)})` };
}

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
  return (Object.hasOwn(labels, userType) ? labels[userType] : undefined) ?? '🔵 Online';
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

export function listAgeText(ageMs: number | null): string {
  if (ageMs === null) return "d'edat desconeguda";
  const minutes = Math.max(0, Math.floor(ageMs / 60_000));
  if (minutes < 1) return "de fa menys d'un minut";
  if (minutes < 60) return `de fa ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `de fa ${hours} h` : `de fa ${Math.floor(hours / 24)} dies`;
}

interface ServingFacts {
  servedAt?: string | null;
  ownSecondsAgo?: number | null;
  door?: string | null;
  served?: number;
  left?: number;
}

export function servingText(code: ServingCode, facts: ServingFacts = {}): string {
  switch (code) {
    case 'SERVED':
      return facts.left === undefined || facts.left === 0 ? 'Servit' : `Servit: ${dishesText(facts.served ?? 0)}. ${leftText(facts.left)}`;
    case 'ALREADY_SERVED':
      return alreadyText(facts);
    case 'NO_DISHES':
      return 'Este tiquet no té cap plat';
    case 'NO_SERVICE':
      return 'En este acte no es marca què se servix';
  }
}

export function toServeText(dishes: number): string {
  return `Per servir: ${dishesText(dishes)}`;
}

function leftText(dishes: number): string {
  return dishes === 1 ? 'En queda 1 per servir' : `En queden ${dishes} per servir`;
}

export function dishesText(dishes: number): string {
  return dishes === 1 ? '1 plat' : `${dishes} plats`;
}

function alreadyText({ servedAt, ownSecondsAgo, door }: ServingFacts): string {
  if (typeof ownSecondsAgo === 'number') return `Ja servit fa ${durationText(ownSecondsAgo)}, en este dispositiu`;
  return `Ja servit${servedAt ? ` a les ${timeText(servedAt)}` : ''}${door ? ` · ${door}` : ''}`;
}

export const ADMISSION_ADVICE: Record<Exclude<DoorCode, 'VALID' | 'ADMITTED' | 'SERVED'>, string> = {
  ALREADY_USED: 'Algú ja ha entrat amb este tiquet. Pregunta si ha eixit, o crida un administrador.',
  NOT_FOUND: 'No és cap tiquet nostre, o no s\'ha llegit bé. Prova amb el número.',
  OTHER_EVENT: 'El tiquet és bo, però no per a hui ací.',
  NOT_PAID: 'La comanda encara no està pagada. Que mire el correu o passe per taquilla.',
  CANCELLED: 'El tiquet es va cancel·lar i ja no deixa entrar ningú.',
  REFUNDED: "Els diners d'este tiquet s'han tornat.",
  SUSPENDED: 'El banc està revisant el pagament. Crida un administrador.',
  REPLACED: 'El tiquet es va regalar: val el codi de qui el va rebre.',
  ALREADY_SERVED: "Ja s'han donat els plats d'este tiquet. Si ha sigut un error, pot desfer-ho un administrador.",
  NO_DISHES: 'En este tiquet no hi ha res que es puga marcar com a servit.',
  NO_SERVICE: "Es pot activar en l'acte, amb 'Servir a la cuina'.",
  NOT_LISTED: "Pot ser comprat o agafat després, o d'un altre acte. Prova-ho en un mòbil amb cobertura, o que mostre el tiquet i crida qui organitza.",
  PASS_ENDED: 'Demana un passe nou a qui organitza la porta. El que has escanejat fins ara no es perd.',
  SHIFT_ENDED: "Si encara hi fas falta, demana-ho a qui organitza l'acte. El que has escanejat fins ara no es perd.",
  BAD_QR: 'El codi no es pot llegir. Prova amb el número.',
};
