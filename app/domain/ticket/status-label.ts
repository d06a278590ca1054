/** Spec §4. */
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

export function ticketLabel(ticket: { status: string; suspendedAt: Date | null; givenTo?: string | null }): StatusLabel {
  const { givenTo = null } = ticket;
  if (givenTo !== null && ticket.status === 'active') return { text: givenTo === '' ? 'Donat' : `Donat a ${givenTo}`, tone: 'neutral' };
  return statusLabel(ticket.status === 'active' && ticket.suspendedAt !== null ? 'suspended' : ticket.status);
}

export function statusLabel(status: string): StatusLabel {
  return (Object.hasOwn(LABELS, status) ? LABELS[status] : undefined) ?? DRAFT;
}
