/** What webhooks are told. Standard Webhooks calls it the event type. */
export const MESSAGE_TYPES = ['order.paid', 'order.refunded', 'order.cancelled', 'ticket.admitted', 'ticket.admission_undone', 'ticket.cancelled', 'event.changed'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export const MESSAGE_NAMES: Readonly<Record<MessageType, string>> = {
  'order.paid': 'Una comanda pagada, o gratuïta i feta',
  'order.refunded': 'Diners retornats',
  'order.cancelled': 'Una comanda gratuïta anul·lada',
  'ticket.admitted': 'Algú ha entrat',
  'ticket.admission_undone': 'Una entrada que es desfà',
  'ticket.cancelled': 'Un tiquet venut que ja no val: anul·lat o retornat',
  'event.changed': "Un acte nou, canviat, arxivat, retirat o esborrat",
};

export const TEST_MESSAGE = 'webhook.test';

export interface Message {
  type: string;
  /** `order:ORD-…`, `ticket:ORD-…-T1`, `event:12` */
  subject: string;
  sequence: number;
  happenedAt: Date;
  data: Readonly<Record<string, string | number | null>>;
}

const RESTORES_SINCE = Date.UTC(2020, 0);

/** A database that was restored has forgotten some numbers that were told: it goes on from a higher one, which no subject reaches by counting. */
export function lowestSequence(restoredAt: Date | null): number {
  return restoredAt === null ? 0 : Math.floor((restoredAt.getTime() - RESTORES_SINCE) / 1000);
}

export function messageBody({ type, subject, sequence, happenedAt, data }: Message): string {
  return JSON.stringify({ type, timestamp: happenedAt.toISOString(), subject, sequence, data });
}
