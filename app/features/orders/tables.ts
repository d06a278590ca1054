import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  event_stock: {},
  orders: {
    erased: ['buyer', 'email', 'user_name'],
    forgotten: ['network_hash'],
    retained: { role: 'what was paid depends on it' },
    impersonal: ['order_number', 'status', 'terms_version'],
  },
  tickets: {
    erased: ['note', 'note_name', 'given_to'],
    retained: { user_role: 'what was paid depends on it', priced_as: 'what was paid depends on it', menu_selection: 'what was sold, for the books; a note in menus of an older shape goes after thirty days', extras_selection: 'what was sold, for the books' },
    impersonal: ['id', 'ticket_number', 'status'],
  },
  retired_ticket_ids: { impersonal: ['id', 'ticket_id'] },
};
