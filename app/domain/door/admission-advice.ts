import type { DoorCode } from './serving.ts';

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
