/** How a ticket's or an order's state is called on screens (spec §4). */
export interface StatusLabel {
  text: string;
  tone: 'teal' | 'saffron' | 'red' | 'neutral';
}

const DRAFT: StatusLabel = { text: 'Esborrany', tone: 'neutral' };

const LABELS: Record<string, StatusLabel> = {
  draft: DRAFT,
  active: { text: 'Actiu', tone: 'teal' },
  pending_payment: { text: 'Pendent Pagament', tone: 'saffron' },
  paid: { text: 'Pagat', tone: 'teal' },
  completed: { text: 'Pagat', tone: 'teal' },
  used: { text: 'Utilitzat', tone: 'neutral' },
  cancelled: { text: 'Cancel·lat', tone: 'red' },
  refunded: { text: 'Reemborsat', tone: 'red' },
  suspended: { text: 'Suspés', tone: 'red' },
};

/** A valid ticket whose payment is disputed at the bank lets nobody in. */
export function ticketLabel(ticket: { status: string; suspendedAt: Date | null }): StatusLabel {
  return statusLabel(ticket.status === 'active' && ticket.suspendedAt !== null ? 'suspended' : ticket.status);
}

/** A state nobody knows looks like a draft. */
export function statusLabel(status: string): StatusLabel {
  return Object.hasOwn(LABELS, status) ? LABELS[status]! : DRAFT;
}
