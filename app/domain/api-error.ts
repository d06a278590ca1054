import type { CapLimit } from './order/caps.ts';

/** Codes, statuses and sentences of spec §8. */
export const REFUSALS = {
  INVALID_JSON: { status: 400, message: 'La petició no és un JSON vàlid' },
  INVALID_FORM: { status: 400, message: 'El formulari no es pot llegir' },
  INVALID_QUANTITY: { status: 400, message: 'La quantitat de tiquets ha de ser major a 0' },
  INVALID_AMOUNT: { status: 400, message: "L'import total ha de ser major o igual a 0" },
  INVALID_EMAIL: { status: 400, message: "L'email proporcionat no és vàlid" },
  INVALID_EVENT_ID: { status: 400, message: "L'identificador de l'esdeveniment no és vàlid" },
  INVALID_IDEMPOTENCY_KEY: { status: 400, message: "La capçalera Idempotency-Key ha de tindre entre 8 i 200 caràcters ASCII visibles" },
  INVALID_SIGNATURE: { status: 400, message: 'La signatura no és vàlida' },
  TOKEN_WITH_COOKIE: { status: 400, message: 'Un token no va mai amb galetes: envia només la capçalera Authorization' },
  TOKEN_REFUSED: { status: 401, message: "Este token no val: és un altre, ha caducat o algú l'ha anul·lat" },
  INVALID_CREDENTIALS: { status: 401, message: 'Credencials incorrectes' },
  NOT_SIGNED_IN: { status: 401, message: 'Usuari no autenticat' },
  NOT_ADMIN: { status: 403, message: "Usuari no té permisos d'administrador" },
  CODE_NEEDED: { status: 401, message: 'Este compte demana també un codi: envia\'l a POST /api/session/code' },
  INVALID_CODE: { status: 401, message: 'El codi no és correcte' },
  PASSKEY_REFUSED: { status: 401, message: "Eixa clau d'accés no val ací. Torna-ho a provar, o entra amb la contrasenya" },
  PASSKEYS_UNAVAILABLE: { status: 409, message: "Ací no es poden fer servir més claus d'accés" },
  SECOND_FACTOR_NEEDED: { status: 403, message: 'Als administradors se\'ls demana la verificació en dos passos: activa-la en /verificacio' },
  PASSWORD_NEEDED: { status: 403, message: 'Fa més de 15 minuts que no poses la contrasenya: envia-la a POST /api/session/password i repetix la petició' },
  FOREIGN_ORIGIN: { status: 403, message: "La petició ve d'un altre lloc i no s'accepta" },
  FORBIDDEN: { status: 403, message: "No tens permisos per accedir a aquesta funcionalitat" },
  NOT_FOR_TOKENS: { status: 403, message: 'Açò no ho obri cap token: ho ha de fer una persona amb el seu compte' },
  SCOPE_MISSING: { status: 403, message: 'A este token li falta un permís' },
  EVENT_NOT_FOUND: { status: 404, message: "L'esdeveniment especificat no existeix" },
  GROUP_NOT_FOUND: { status: 404, message: 'No hi ha cap colla amb eixe codi en este acte' },
  VOUCHER_NOT_FOUND: { status: 404, message: 'No hi ha cap codi així. Mira que estiga sencer' },
  ORDER_NOT_FOUND: { status: 404, message: "La comanda no existix" },
  TICKET_NOT_FOUND: { status: 404, message: "No s'ha trobat el ticket amb aquest número" },
  NOT_FOUND: { status: 404, message: 'No existix' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Mètode no permés' },
  EVENT_NOT_AVAILABLE: { status: 409, message: "L'esdeveniment ja no està a la venda" },
  EVENT_PRIVATE: { status: 409, message: "Este esdeveniment és privat i no està a la venda pública" },
  SALES_CLOSED: { status: 409, message: "Les vendes d'este esdeveniment estan tancades" },
  INSUFFICIENT_TICKETS: { status: 409, message: 'No queden prou entrades per a esta comanda' },
  TICKETS_SOLD_OUT_DURING_PROCESSING: { status: 409, message: "Les entrades s'han esgotat mentre processàvem la comanda. Torna-ho a provar" },
  ITEM_SOLD_OUT: { status: 409, message: "Algun plat triat s'ha esgotat" },
  ACCOUNT_CHANGED: { status: 409, message: 'El compte que compra ja no és el que deies. Revisa-ho i confirma de nou' },
  PRICE_CHANGED: { status: 409, message: 'El preu ha canviat. Revisa el nou total i confirma de nou' },
  VOUCHER_USED_UP: { status: 409, message: "Este codi ja s'ha gastat" },
  VOUCHER_NOT_APPLICABLE: { status: 409, message: 'Este codi no val per a esta comanda' },
  TOO_MANY_HOLDS: { status: 409, message: "Ja tens comandes pendents de pagar d'este esdeveniment. Paga-les o cancel·la-les abans de fer-ne una altra" },
  VERSION_CONFLICT: { status: 409, message: 'Algú altre ho ha canviat mentrestant. Mira com ha quedat' },
  SECRET_SHOWN: { status: 409, message: "Ja està fet, i el secret només es diu una vegada: si no el tens, anul·la-ho i fes-ne un altre" },
  HAS_SOLD_TICKETS: { status: 409, message: 'Hi ha tiquets venuts: arxiva o retira l\'esdeveniment en lloc d\'esborrar-lo' },
  ADDRESS_NOT_CORRECTABLE: { status: 409, message: "Ja no es pot canviar ací el correu d'esta comanda. Contacta'ns i ho arreglem" },
  GROUP_FULL: { status: 409, message: 'La colla ja està plena' },
  GROUP_CLOSED: { status: 409, message: 'Les taules ja estan tancades: parla amb nosaltres' },
  TICKET_NOT_VALID: { status: 409, message: 'Este tiquet no val' },
  ORDER_NOT_PAID: { status: 409, message: 'La comanda encara no està pagada' },
  NOTHING_TO_REFUND: { status: 409, message: 'No queda res per retornar' },
  NOTHING_TO_CANCEL: { status: 409, message: 'No hi ha cap tiquet per anul·lar, o la comanda s\'està pagant ara mateix' },
  TILL_NOT_OPEN: { status: 409, message: 'Esta caixa no està oberta: obri un torn per a vendre' },
  SHIFT_OVER: { status: 403, message: "El teu torn de taquilla en este acte ja s'ha acabat: compta i tanca la caixa" },
  TILL_CLOSING: { status: 409, message: "La caixa s'està tancant. Torna-ho a provar d'ací a un moment" },
  COUNT_DIFFERS: { status: 409, message: 'El que has comptat no és el que hi hauria d\'haver. Torna a comptar' },
  TILL_IS_OPEN: { status: 409, message: 'Ja hi ha una caixa oberta amb este nom' },
  MISDIRECTED_REQUEST: { status: 421, message: 'Esta adreça no és la nostra' },
  BODY_TOO_LARGE: { status: 413, message: 'La petició és massa gran' },
  VALIDATION: { status: 422, message: 'Hi ha dades que no són vàlides' },
  INVALID_SELECTION: { status: 422, message: 'La selecció del menú no és vàlida' },
  CONSENT_REQUIRED: { status: 422, message: 'Les necessitats alimentàries són dades de salut: cal el consentiment de la persona (consent: true)' },
  TOTAL_TOO_SMALL: { status: 422, message: 'El total és massa menut per a pagar-lo amb targeta' },
  TOTAL_TOO_LARGE: { status: 422, message: "El total és massa gran per a pagar-lo amb targeta d'una vegada" },
  TOO_MANY_TICKETS: { status: 422, message: 'Com a màxim es poden comprar 20 tiquets en una comanda' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: "Esta clau d'idempotència ja s'ha fet servir amb una altra petició" },
  RATE_LIMITED: { status: 429, message: 'Massa peticions seguides. Espera un moment i torna-ho a provar' },
  INTERNAL_ERROR: { status: 500, message: 'Hi ha hagut un error inesperat. Torna-ho a provar' },
  DUPLICATE_ORDER_NUMBER: { status: 503, message: 'No hem pogut assignar un número a la comanda. Torna-ho a provar' },
  BUSY: { status: 503, message: 'Hi ha molta gent comprant ara mateix. Torna-ho a provar en uns segons' },
  DISK_FULL: { status: 503, message: "El servidor s'ha quedat sense espai i ara no pot guardar res. Ja hem avisat qui el porta: torna-ho a provar d'ací a uns minuts" },
  PAYMENT_UNAVAILABLE: { status: 503, message: 'La passarel·la de pagament no respon. Et guardem la reserva: torna-ho a provar' },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof REFUSALS;

export interface ApiError {
  code: RefusalCode;
  message: string;
  requested?: number | undefined;
  available?: number | undefined;
  saleEndDate?: string | undefined;
  /** RFC 3339; of a sale that has not begun. */
  saleStart?: string | undefined;
  total?: number | undefined;
  limit?: CapLimit | undefined;
  /** Of ITEM_SOLD_OUT: the dishes that find no place, by ticket (from 0). */
  items?: readonly { ticket: number; sectionId: string; itemId: string; available: number }[] | undefined;
  fields?: Record<string, string> | undefined;
  current?: unknown;
  /** Of COUNT_DIFFERS: counted less expected, in cents. */
  difference?: Record<string, number> | undefined;
}
