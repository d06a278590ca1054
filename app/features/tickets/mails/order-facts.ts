import type { HoldingFacts } from '#app/design/mail-layout/holdings.server.tsx';

export interface OrderFacts extends HoldingFacts {
  orderNumber: string;
  orderUrl: string;
}
