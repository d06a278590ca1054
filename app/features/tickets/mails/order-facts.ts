import type { EventFacts } from '#app/design/mail-layout/event-box.server.tsx';

export interface OrderFacts extends EventFacts {
  orderNumber: string;
  orderUrl: string;
}
