import { owedAtTillText } from '#app/design/ui/owed-at-till.ts';

import type { MoneyBack } from '../service.server.ts';
import type { OrderState } from '../schema.ts';

export const EVENT_WITHDRAWN = "L'acte s'ha cancel·lat. Ho sentim.";
const CASH_GIVEN_BACK = "El que vas pagar en persona ja t'ho hem tornat.";
const ALL_PAID_OUT = "Els diners d'esta comanda ja te'ls hem tornat en persona.";
export const MONEY_COMES_BACK = "Els diners d'esta comanda van de camí: te'ls tornem al mateix mitjà de pagament i poden tardar uns dies a arribar.";
const ONLINE_COMES_BACK = "El que vas pagar en línia va de camí: t'ho tornem al mateix mitjà de pagament i pot tardar uns dies a arribar.";

export function moneyWords({ isOnItsWay, wasPaidOut, owedInPerson }: Omit<MoneyBack, 'reason'>, { orderNumber }: Pick<OrderState, 'orderNumber'>): string {
  if (owedInPerson > 0) {
    const waiting = owedAtTillText(owedInPerson, orderNumber);
    return isOnItsWay ? `${ONLINE_COMES_BACK} ${waiting}` : waiting;
  }
  if (isOnItsWay) return wasPaidOut ? `${ONLINE_COMES_BACK} ${CASH_GIVEN_BACK}` : MONEY_COMES_BACK;
  return wasPaidOut ? ALL_PAID_OUT : '';
}
