import type { ColumnType, Generated } from 'kysely';

import type { CaseFacts, CaseKind } from '#app/domain/payment/case.ts';
import type { PaymentStatus, RefundStatus } from '#app/domain/payment/status.ts';
import type { BalanceMove, Payout } from '../../payments/payment-provider.server.ts';
import type { Tender } from '#app/domain/till/tender.ts';
import type { RefundReason } from '#app/domain/order/settling.ts';

export interface MoneyTables {
  payments: {
    id: string;
    orderId: string;
    provider: string;
    idempotencyKey: string;
    status: PaymentStatus;
    amount: number;
    currency: Generated<string>;
    providerSession: string | null;
    paymentUrl: string | null;
    expiresAt: Date;
    paidAt: Date | null;
    providerPayment: string | null;
    /** Only of what was paid at the till. */
    means: Generated<Tender | null>;
    askedAt: Generated<Date | null>;
    createdAt: Date;
  };
  paymentEvents: {
    id: string;
    provider: string;
    type: string;
    paymentId: string | null;
    outcome: string;
    receivedAt: Date;
    byWebhook: Generated<boolean>;
  };
  refunds: {
    id: string;
    paymentId: string;
    orderId: string;
    charge: string;
    idempotencyKey: string;
    amount: number;
    reason: RefundReason;
    status: RefundStatus;
    providerRefund: string | null;
    attempts: Generated<number>;
    nextAttemptAt: Date;
    lastError: string | null;
    polledAt: Generated<Date | null>;
    createdAt: Date;
    settledAt: Date | null;
  };
  providerFeeds: { provider: string; readUntil: Date | null; askedAt: Date; readAt: Date | null };
  balanceMoves: { id: string; provider: string; kind: BalanceMove['kind']; amount: number; fee: number; charge: string | null; payout: Generated<string | null>; createdAt: Date };
  payouts: { id: string; provider: string; amount: number; status: Payout['status']; arrivesOn: string; createdAt: Date; matchedAt: Generated<Date | null> };
  balanceReadings: { provider: string; readUntil: Date | null; askedAt: Date; readAt: Date | null; refusedAt: Generated<Date | null> };
  eventClosings: { eventId: number; version: Generated<number>; changedAt: Date; changedBy: string | null };
  eventCosts: { id: string; eventId: number; words: string; amount: number; spentOn: string; position: number };
  providerPace: { provider: string; nextAt: Date; gapMs: number };
  paymentCases: {
    id: string;
    kind: CaseKind;
    orderId: string | null;
    paymentId: string | null;
    detail: Generated<string | null>;
    facts: ColumnType<CaseFacts, string | undefined, string>;
    reference: string | null;
    polledAt: Generated<Date | null>;
    createdAt: Date;
    settledAt: Date | null;
    settledBy: string | null;
  };
  tillSessions: {
    id: string;
    name: string;
    openedBy: string | null;
    openedAt: Date;
    openingFloat: number;
    closedBy: Generated<string | null>;
    closedAt: Generated<Date | null>;
    expectedCash: Generated<number | null>;
    expectedTerminal: Generated<number | null>;
    expectedBizum: Generated<number | null>;
    countedCash: Generated<number | null>;
    countedTerminal: Generated<number | null>;
    countedBizum: Generated<number | null>;
    note: Generated<string | null>;
    differenceReason: Generated<string | null>;
    onShift: Generated<boolean>;
  };
  tillSales: { orderId: string; sessionId: string; soldBy: string | null; soldAt: Date; reason: string | null };
  /** `sessionId` is null where an admin gave it back out of no drawer. */
  tillPayouts: { refundId: string; sessionId: string | null; means: Tender; paidBy: string | null; paidAt: Date };
  priceAdjustments: { menuChangeId: string; orderId: string; sessionId: string; amount: number; means: Tender; madeBy: string | null; madeAt: Date };
  tillCounts: {
    id: string;
    sessionId: string;
    kind: 'recount' | 'correction';
    expectedCash: number;
    expectedTerminal: number;
    expectedBizum: number;
    countedCash: number;
    countedTerminal: number;
    countedBizum: number;
    reason: string | null;
    countedBy: string | null;
    countedAt: Date;
  };
  tillMovements: { id: string; sessionId: string; amount: number; reason: string; movedBy: string | null; movedAt: Date };
  reconciliations: { day: string; startedAt: Date; finishedAt: Date | null; sessions: number | null; mismatches: number | null };
  sandboxSessions: {
    id: string;
    idempotencyKey: string;
    reference: string;
    amount: number;
    currency: string;
    description: string;
    successUrl: string;
    cancelUrl: string;
    status: 'open' | 'complete' | 'expired';
    declinedCount: Generated<number>;
    expiresAt: Date;
    createdAt: Date;
  };
  sandboxCharges: { id: string; sessionId: string; amount: number; createdAt: Date };
  sandboxRefunds: { id: string; chargeId: string; idempotencyKey: string; amount: number; createdAt: Date };
  sandboxEvents: {
    id: string;
    type: string;
    sessionId: string;
    createdAt: Date;
    attempts: Generated<number>;
    nextAttemptAt: Date;
    deliveredAt: Date | null;
  };
}
