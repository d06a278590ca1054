import type { AdmissionCode } from './admission.ts';

export const ADMISSION_ADVICE: Record<Exclude<AdmissionCode, 'VALID' | 'ADMITTED'>, string> = {
  ALREADY_USED: 'Algú ja ha entrat amb este tiquet. Pregunta si ha eixit, o crida un administrador.',
  NOT_FOUND: 'No és cap tiquet nostre, o no s\'ha llegit bé. Prova amb el número.',
  OTHER_EVENT: 'El tiquet és bo, però no per a hui ací.',
  NOT_PAID: 'La comanda encara no està pagada. Que mire el correu o passe per taquilla.',
  CANCELLED: 'El tiquet es va cancel·lar i ja no deixa entrar ningú.',
  REFUNDED: "Els diners d'este tiquet s'han tornat.",
  SUSPENDED: 'El banc està revisant el pagament. Crida un administrador.',
  REPLACED: 'El tiquet es va regalar: val el codi de qui el va rebre.',
  BAD_QR: 'El codi no es pot llegir. Prova amb el número.',
};
