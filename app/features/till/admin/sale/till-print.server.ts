import { shiftLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';

import { AT_THE_TILL } from '#app/platform/http/shift-audiences.ts';
import { readSale } from '../../sales/service.server.ts';

interface PrintData {
  paper: 'a4' | '80';
  back: string;
  orderNumber: string;
  soldText: string;
  tickets: PrintableTicket[];
}

export const loader = shiftLoader(AT_THE_TILL, async ({ deps, staff, reach, query, param }): Promise<PrintData | null> => {
  const [sessionId, orderId] = [param('sessionId'), param('orderId')];
  const found = await readSale(deps, { staff, reach }, orderId);
  if (!found) return null;
  return {
    paper: query.get('paper') === 'a4' ? 'a4' : '80',
    back: `/admin/till/${sessionId}/sales/${orderId}`,
    orderNumber: found.sale.orderNumber,
    soldText: instantText(found.sale.soldAt.toISOString()),
    tickets: found.tickets.filter(({ status, isHandedOut }) => status === 'active' && isHandedOut),
  };
});
