import { z } from 'zod';

import { LARGEST_EVENT_ID } from '#app/domain/event/event-id.ts';
import { MAX_NOTE_UNITS, MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { PAYING_ROLES } from '#app/domain/people/roles.ts';
import { SALE_TENDERS } from '#app/domain/till/tender.ts';
import { needsSent } from '#app/design/food/needs-sent.ts';
import { needsOf } from '#app/domain/cart/ticket-choice.ts';
import { textOf, textsOf } from '#app/design/ui/forms/form-text.ts';

import type { TillSale } from '../../sales/service.server.ts';
import { tillTicketSchema } from '../../schema.ts';
import { chosenSections, quantityIn } from './typed-draft.ts';

const saleSchema = z.object({
  eventId: z.coerce.number().int().positive().max(LARGEST_EVENT_ID),
  category: z.enum(PAYING_ROLES),
  means: z.enum(SALE_TENDERS),
  reason: z.string().trim().max(200),
  userName: z.string().max(120),
  key: z.uuid(),
});

const cartSchema = z.array(tillTicketSchema).min(1).max(MAX_TICKETS_PER_ORDER);

export function readSaleForm(form: FormData): { sale: Omit<TillSale, 'sessionId'> } | { fields: Record<string, string> } {
  const read = saleSchema.safeParse(Object.fromEntries(['eventId', 'category', 'means', 'reason', 'userName', 'key'].map((name) => [name, textOf(form, name)])));
  if (!read.success) return { fields: { form: 'Torna a carregar la pàgina' } };
  const { reason, userName, ...sale } = read.data;
  const group = textOf(form, 'group').trim();
  const typed = textOf(form, 'email').trim();
  const email = typed === '' ? null : parseEmailAddress(typed);
  const tickets = parseTickets(form);
  const fields = {
    ...(typed !== '' && email === null && { email: 'Per favor, introdueix un email vàlid' }),
    ...(sale.means === 'house' && reason === '' && { reason: 'Digues per què convida la casa' }),
    ...(tickets === null && { tickets: 'Tria almenys un tiquet' }),
  };
  if (tickets === null || Object.keys(fields).length > 0) return { fields };
  const total = textOf(form, 'expectedTotal');
  return {
    sale: { ...sale, tickets, email, userName: userName.trim() || null, reason: reason === '' ? null : reason, ...(group !== '' && { group: { code: group } }), expectedTotal: /^\d{1,9}$/.test(total) ? Number(total) : undefined },
  };
}

/** With scripts a list of tickets; without them one selection and a quantity. */
function parseTickets(form: FormData): TillSale['tickets'] | null {
  const cart = textOf(form, 'cart');
  if (cart !== '') {
    const read = cartSchema.safeParse(readJson(cart));
    return read.success ? read.data : null;
  }
  const quantity = quantityIn(form);
  if (quantity === null) return null;
  const sections = chosenSections(form);
  const [note, noteName] = [textOf(form, 'note').trim(), textOf(form, 'noteName').trim()];
  const noted = { ...(note !== '' && { note: note.slice(0, MAX_NOTE_UNITS) }), ...(note !== '' && noteName !== '' && { noteName: noteName.slice(0, 240) }) };
  const { needs } = needsOf({ needs: needsSent(form) });
  return Array.from({ length: quantity }, () => ({ sections, options: textsOf(form, 'option'), ...noted, ...(needs !== undefined && { needs: { ...needs, codes: [...needs.codes] } }) }));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
