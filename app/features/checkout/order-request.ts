import type { GroupInput } from '#app/features/groups/service.server.ts';

import type { OrderedTicket } from './schema.ts';

export interface OrderRequest {
  eventId: number;
  email: string;
  tickets: readonly OrderedTicket[];
  expectedTotal?: number | undefined;
  expectedAccount?: string | null | undefined;
  userName?: string | undefined;
  termsVersion?: string | undefined;
  group?: GroupInput | undefined;
  voucher?: string | undefined;
  /** Of a hidden event, held by this browser. */
  accessCode: string | null;
  /** Waiting-list offer that this browser opened. */
  offerId: string | null;
  idempotencyKey: string | null;
  networkHash: string;
  cookieless: boolean;
}
