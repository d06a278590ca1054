import { ALLERGEN_NAMES, DIET_NAMES } from '#app/domain/food/allergens.ts';
import { NEED_NAMES } from '#app/domain/food/needs.ts';
import { DATA_REQUEST_TEXTS } from '#app/domain/people/data-request.ts';
import { MESSAGE_NAMES } from '#app/domain/programs/message.ts';
import { SHIFT_NAMES } from '#app/domain/shifts/shift.ts';

/** What the stored words are called, for whoever reads their own data. */
export const NAMES: Readonly<Record<string, string>> = {
  account: 'Compte',
  orders: 'Comandes',
  needs: 'Necessitats alimentàries',
  groups: 'Colles',
  mails: 'Correus que hem enviat',
  waitingLists: "Llistes d'espera",
  toldToPrograms: 'Què hem dit a altres programes',
  shifts: 'Torns',
  takenTickets: 'Tiquets que has agafat',
  dataRequests: 'Peticions sobre les teues dades',
  sessions: 'Sessions obertes',
  tickets: 'Tiquets',
  menu: 'Plats',
  extras: 'Extres',
  items: 'Plats',
  name: 'Nom',
  email: 'Correu',
  role: 'Preus',
  createdAt: 'Creat',
  expiresAt: 'Caduca',
  userAgent: 'Navegador',
  orderNumber: 'Comanda',
  userName: 'A nom de',
  status: 'Estat',
  totalAmount: 'Import',
  termsVersion: 'Condicions acceptades',
  paidAt: 'Pagada',
  eventTitle: 'Acte',
  event: 'Acte',
  day: 'Dia',
  starts: 'De les',
  ends: 'A les',
  state: 'Estat',
  askedAt: 'Demanat',
  at: 'Quan',
  what: 'Què',
  about: 'De què',
  withName: 'Amb el teu nom',
  eventDate: 'Data',
  ticketNumber: 'Tiquet',
  price: 'Preu',
  discount: 'Descompte',
  usedAt: 'Ha entrat',
  note: 'Observacions',
  noteName: 'Per a qui',
  givenTo: 'Donat a',
  sectionName: 'Secció',
  allergens: 'Al·lèrgens del plat',
  diets: 'Dieta del plat',
  group: 'Colla',
  firstName: 'Primer nom',
  places: 'Places',
  kind: 'Què',
  words: 'Amb les teues paraules',
  sentAt: 'Enviat',
  requestedAt: 'Demanat',
  doneAt: 'Fet',
  takenAt: 'Agafat',
  endedAt: 'Acabat',
  codes: 'No pot menjar',
  other: 'A més',
  forOther: "D'una altra persona",
  consentVersion: 'Permís donat sobre el text',
  consentedAt: 'Permís donat',
};

/** What one of many is told apart by: the first two of these that it has. */
export const TITLES = ['eventTitle', 'orderNumber', 'ticketNumber', 'sectionName', 'name', 'kind', 'userAgent'].map((field) => NAMES[field] ?? field);

/** Ids, which say nothing to anybody. */
export const UNSHOWN = new Set(['id', 'sectionId', 'emoji']);
export const AMOUNTS = new Set(['totalAmount', 'price', 'discount']);

const STATES: Readonly<Record<string, string>> = {
  pending_payment: 'pendent de pagar',
  paid: 'pagada',
  completed: 'completada',
  cancelled: 'cancel·lat',
  refunded: 'retornat',
  active: 'vàlid',
  used: 'usat',
  draft: 'esborrany',
  sent: 'enviat',
  pending: 'per enviar',
  sending: 'enviant-se',
  failed: 'no enviat',
  waiting: 'esperant',
  done: 'fet',
  open: 'oberta',
  unconfirmed: 'sense confirmar',
  offered: 'amb una oferta oberta',
  taken: 'amb la comanda feta',
  expired: 'caducat',
  left: "te n'has eixit",
  removed: 'llevat',
  ended: 'acabat',
};

const ROLES: Readonly<Record<string, string>> = { public: 'Públic', socio: 'Soci', comision: 'Comissió', admin: 'Administració' };

/** Of a shift that was asked for. */
const ANSWERS: Readonly<Record<string, string>> = { asked: 'per acceptar', confirmed: 'apuntat', refused: 'no acceptat' };

/** By field; what a mail is called is known by its template. */
export const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = { status: STATES, role: ROLES, state: ANSWERS, kind: { ...DATA_REQUEST_TEXTS, ...SHIFT_NAMES }, what: MESSAGE_NAMES, codes: NEED_NAMES, allergens: ALLERGEN_NAMES, diets: DIET_NAMES };
