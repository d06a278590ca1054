import type { SaleFacts } from '../event/sale.ts';
import { lastMinuteOfSale } from '../event/sale-end.ts';
import { formatDate } from '../time/dates.ts';
import { instantText } from '../time/instant-text.ts';
import { MAX_TICKETS_PER_ORDER } from '../order/status.ts';
import type { RefusalCode, ApiError } from '../api-error.ts';

export const BANNER_TITLES = {
  insufficient_tickets: 'Entrades Esgotades',
  event_soldout: 'Entrades Esgotades',
  event_not_found: 'Esdeveniment No Trobat',
  event_closed: 'Vendes Tancades',
  sales_closed: 'Vendes Tancades',
  event_expired: 'Esdeveniment Finalitzat',
  event_private: 'Esdeveniment Privat',
  invalid_email: 'Email Invàlid',
  error: 'Error',
} as const;

export type BannerKind = keyof typeof BANNER_TITLES;

/** What the screen knows of a refusal. `UNREACHABLE`: no answer came, so nobody knows what happened. */
export interface RefusedOrder extends Omit<ApiError, 'code'> {
  code: RefusalCode | 'UNREACHABLE';
  retryAfterSeconds?: number | undefined;
  eventStart?: Pick<SaleFacts, 'date' | 'time'> | undefined;
}

export type WayOut = 'other_events' | 'edit_cart' | 'edit_email' | 'confirm_again' | 'retry';

export interface CheckoutBanner {
  kind: BannerKind;
  title: string;
  text: string;
  wayOut: WayOut;
}

export const INVALID_ORDER_DATA = 'Error: Dades de la comanda no vàlides';
export const INVALID_EMAIL_TEXT = 'Per favor, introdueix un email vàlid';

/** Spec §5: loose on purpose; the server's rule is the strict one. */
export function looksLikeEmail(address: string): boolean {
  return address.includes('@') && address.length >= 5;
}

export function bannerFor(refusal: RefusedOrder, facts: { eventIsPast: boolean }): CheckoutBanner {
  const kind = kindOf(refusal, facts);
  return { kind, title: BANNER_TITLES[kind], text: textOf(kind, refusal), wayOut: wayOutOf(kind, refusal) };
}

function kindOf({ code, available }: RefusedOrder, facts: { eventIsPast: boolean }): BannerKind {
  switch (code) {
    case 'INSUFFICIENT_TICKETS':
    case 'TICKETS_SOLD_OUT_DURING_PROCESSING':
      return available !== undefined && available > 0 ? 'insufficient_tickets' : 'event_soldout';
    case 'EVENT_NOT_FOUND':
      return 'event_not_found';
    case 'SALES_CLOSED':
      return facts.eventIsPast ? 'event_expired' : 'sales_closed';
    case 'EVENT_NOT_AVAILABLE':
      return 'event_closed';
    case 'EVENT_PRIVATE':
      return 'event_private';
    case 'INVALID_EMAIL':
      return 'invalid_email';
    default:
      return 'error';
  }
}

function textOf(kind: BannerKind, refusal: RefusedOrder): string {
  switch (kind) {
    case 'insufficient_tickets':
      return insufficientText(refusal);
    case 'event_soldout':
      return refusal.code === 'TICKETS_SOLD_OUT_DURING_PROCESSING'
        ? "Les entrades s'han esgotat mentre processàvem la comanda. Torna-ho a provar d'ací a una estona: si algú no acaba de pagar, en quedaran de lliures."
        : "Ja no queden entrades per a este esdeveniment.";
    case 'event_not_found':
      return 'Este esdeveniment ja no existix o no està disponible per a tu.';
    case 'sales_closed':
      if (refusal.saleStart !== undefined) return `La venda encara no està oberta: s'obri el ${instantText(refusal.saleStart).replace(' · ', ' a les ')}.`;
      return `La venda d'entrades d'este esdeveniment ja està tancada.${saleEndText(refusal)}`;
    case 'event_closed':
      return refusal.available === 0
        ? "Este esdeveniment ja no admet comandes: no queden entrades."
        : 'Este esdeveniment no admet comandes ara mateix.';
    case 'event_expired':
      return "Este esdeveniment ja s'ha celebrat.";
    case 'event_private':
      return 'Este esdeveniment no està a la venda pública. Si eres de la falla, inicia sessió amb el teu compte.';
    case 'invalid_email':
      return "Revisa l'adreça: els tiquets s'enviaran ahí.";
    case 'error':
      return errorText(refusal);
  }
}

function saleEndText({ saleEndDate, eventStart }: RefusedOrder): string {
  if (saleEndDate === undefined) return '';
  if (eventStart === undefined) return ` Era fins al ${formatDate(saleEndDate)}.`;
  const { date, time } = lastMinuteOfSale({ ...eventStart, saleEndDate });
  return ` Era fins al ${formatDate(date)} a les ${time}.`;
}

function insufficientText({ requested, available }: RefusedOrder): string {
  const left = available === 1 ? 'només en queda 1' : `només en queden ${available}`;
  const request = requested === undefined ? 'No queden prou entrades' : `Has demanat ${requested} ${requested === 1 ? 'tiquet' : 'tiquets'}`;
  return `${request} i ${left}. Lleva'n algun de la comanda i torna-ho a provar.`;
}

function errorText(refusal: RefusedOrder): string {
  switch (refusal.code) {
    case 'UNREACHABLE':
      return 'No hem pogut connectar. La comanda està guardada en este navegador: quan tornes a tindre connexió, prem el botó una altra vegada i no es duplicarà res.';
    case 'PRICE_CHANGED':
      return 'El preu ha canviat mentre compraves. Revisa el nou total i confirma una altra vegada.';
    case 'ACCOUNT_CHANGED':
      return 'Ja no compres amb el mateix compte. Revisa a qui van els tiquets i el total, i confirma una altra vegada.';
    case 'PAYMENT_UNAVAILABLE':
      return 'La passarel·la de pagament no respon. Et guardem els tiquets: torna a prémer el botó i continuarem on ho havíem deixat.';
    case 'DISK_FULL':
      return "El servidor s'ha quedat sense espai i ara no pot vendre. Ja hem avisat qui el porta. La comanda està guardada en este navegador i no has pagat res: torna a prémer el botó d'ací a uns minuts.";
    case 'BUSY':
    case 'RATE_LIMITED':
      return `Hi ha molta gent comprant ara mateix. No s'ha perdut res: ${waitText(refusal.retryAfterSeconds)} i torna a prémer el botó.`;
    case 'TOO_MANY_HOLDS':
      if (refusal.limit !== undefined) return refusal.message;
      return "Ja tens altres comandes d'este esdeveniment pendents de pagar. Acaba-les o cancel·la-les (si no, s'alliberen soles quan se'ls acaba el temps) i torna-ho a provar.";
    case 'TOO_MANY_TICKETS':
      return `Com a màxim es poden comprar ${MAX_TICKETS_PER_ORDER} tiquets en una comanda. Lleva'n alguns i torna-ho a provar.`;
    case 'TOTAL_TOO_SMALL':
      return 'El total és massa menut per a pagar-lo amb targeta. Afig algun tiquet o algun extra a la comanda i torna-ho a provar.';
    case 'TOTAL_TOO_LARGE':
      return "El total és massa gran per a pagar-lo amb targeta d'una vegada. Lleva algun tiquet i fes una altra comanda per a la resta.";
    case 'ITEM_SOLD_OUT':
      return `${refusal.message} Tria'n un altre: la resta de la comanda està guardada.`;
    case 'INVALID_QUANTITY':
    case 'INVALID_AMOUNT':
    case 'INVALID_JSON':
      return INVALID_ORDER_DATA;
    case 'DUPLICATE_ORDER_NUMBER':
    case 'INTERNAL_ERROR':
      return "Hi ha hagut un problema nostre, i no s'ha cobrat res. Torna a prémer el botó.";
    default:
      return refusal.message;
  }
}

function waitText(seconds: number | undefined): string {
  if (seconds === undefined || seconds <= 1) return 'espera un moment';
  return seconds < 90 ? `espera ${seconds} segons` : `espera ${Math.ceil(seconds / 60)} minuts`;
}

const CART_PROBLEMS: ReadonlySet<RefusedOrder['code']> = new Set(['ITEM_SOLD_OUT', 'INVALID_SELECTION', 'TOO_MANY_TICKETS', 'TOTAL_TOO_SMALL', 'TOTAL_TOO_LARGE', 'INVALID_QUANTITY', 'INVALID_AMOUNT', 'INVALID_JSON']);

function wayOutOf(kind: BannerKind, { code, limit }: RefusedOrder): WayOut {
  switch (kind) {
    case 'insufficient_tickets':
      return 'edit_cart';
    case 'invalid_email':
      return 'edit_email';
    case 'error':
      if (code === 'PRICE_CHANGED' || code === 'ACCOUNT_CHANGED') return 'confirm_again';
      return CART_PROBLEMS.has(code) || limit === 'free' ? 'edit_cart' : 'retry';
    default:
      return 'other_events';
  }
}
