import type { EventFacts } from '#app/mail-layout/event-box.server.tsx';

export interface OrderFacts extends EventFacts {
  orderNumber: string;
  orderUrl: string;
}
