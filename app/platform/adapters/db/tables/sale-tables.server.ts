import type { ColumnType, Generated, JSONColumnType } from 'kysely';

import type { ComposedTicket } from '#app/domain/event/menu.ts';
import type { NeedCode } from '#app/domain/food/needs.ts';
import type { GroupRefusal } from '#app/domain/groups/event-group.ts';
import type { OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { VoucherCategory, VoucherKind } from '#app/domain/vouchers/voucher.ts';
import type { AdmissionCode, Entry } from '#app/domain/door/admission.ts';
import type { HeldReason } from '#app/domain/door/held-scan.ts';
import type { DoorCode } from '#app/domain/door/serving.ts';

export type ScanKind = 'look' | Entry | 'exit' | 'undo' | 'serve' | 'unserve';

export interface SaleTables {
  orders: {
    id: string;
    orderNumber: string;
    eventId: number;
    buyer: string | null;
    userId: string | null;
    /** Null for whoever bought at the till and left none; empty once it was erased. */
    email: string | null;
    userName: string | null;
    role: Role;
    status: OrderStatus;
    totalAmount: number;
    ticketQuantity: number;
    termsVersion: string;
    holdExpiresAt: Date | null;
    providerAskedAt: Date | null;
    createdAt: Date;
    paidAt: Date | null;
    networkHash: string | null;
    cookieless: Generated<boolean>;
    cancelledAt: Date | null;
    linkId: string | null;
    addressCorrectedAt: Date | null;
  };
  tickets: {
    id: string;
    orderId: string;
    eventId: number;
    position: number;
    ticketNumber: string;
    price: number;
    menuSelection: JSONColumnType<ComposedTicket['menu']>;
    extrasSelection: JSONColumnType<ComposedTicket['extras']>;
    note: string | null;
    noteName: Generated<string | null>;
    userRole: Role;
    status: TicketStatus;
    suspendedAt: Date | null;
    usedAt: Date | null;
    createdAt: Date;
    givenTo: Generated<string | null>;
    groupId: Generated<string | null>;
    discount: Generated<number>;
    pricedAs: Generated<Role | null>;
  };
  ticketNeeds: {
    ticketId: string;
    codes: NeedCode[];
    other: string | null;
    firstName: string | null;
    forOther: boolean;
    consentVersion: string;
    consentedAt: Date;
    erasedAt: Date | null;
  };
  orderGroups: { orderId: string; groupId: string | null; firstName: string | null; refused: GroupRefusal | null };
  memberQuotas: { userId: string; eventId: number };
  vouchers: {
    id: string;
    kind: VoucherKind;
    value: number | null;
    per: 'order' | 'ticket' | null;
    category: VoucherCategory | null;
    uses: number;
    perMailbox: number | null;
    ticketLimit: number | null;
    combines: boolean;
    startsAt: Date | null;
    endsAt: Date | null;
    note: string | null;
    createdAt: Date;
    createdBy: string | null;
    endedAt: Generated<Date | null>;
  };
  voucherEvents: { voucherId: string; eventId: number };
  voucherCodes: { code: string; voucherId: string; label: string; position: number };
  voucherUses: { orderId: string; code: string; discount: number };
  ticketTransfers: { id: string; ticketId: string; createdAt: Date; takenAt: Date | null; keyHash: string | null; endedAt: Date | null; email: Generated<string | null> };
  reminders: { key: string; eventId: number; mailId: string; enqueuedAt: Date };
  menuChanges: {
    id: Generated<string>;
    ticketId: string;
    before: JSONColumnType<ComposedTicket['menu']>;
    after: JSONColumnType<ComposedTicket['menu']>;
    changedBy: string;
    changedAt: Date;
    difference: Generated<number>;
    forgivenReason: Generated<string | null>;
  };
  idempotencyKeys: { key: string; scope: string; requestHash: string; orderId: string | null; answer: ColumnType<unknown, string | null | undefined, string | null>; createdAt: Date };
  eveningPasses: { id: string; name: string; tokenHash: string; createdBy: string | null; createdAt: Date; expiresAt: Date; revokedAt: Date | null };
  eveningPassEvents: { passId: string; eventId: number };
  retiredTicketIds: { id: string; ticketId: string; retiredAt: Date };
  scans: {
    /** A bigint: text in JavaScript. */
    id: Generated<string>;
    nonce: string | null;
    kind: ScanKind;
    code: DoorCode;
    success: boolean;
    message: string;
    eventId: number | null;
    ticketId: string | null;
    scannedBy: string;
    device: string | null;
    scannedAt: Date;
    receivedAt: Date;
    offline: Generated<boolean>;
    conflict: Generated<boolean>;
    undoes: string | null;
  };
  heldScans: {
    id: Generated<string>;
    nonce: string;
    passId: string;
    passName: string;
    byAccount: Generated<boolean>;
    reason: HeldReason;
    eventId: number;
    hash: string;
    decision: AdmissionCode;
    undoes: string | null;
    device: string | null;
    scannedAt: Date;
    receivedAt: Date;
    decidedAt: Date | null;
    taken: boolean | null;
  };
  doorDevices: { eventId: number; device: string; reportedBy: string; isReady: boolean; waiting: number; listAt: Date | null; reportedAt: Date };
  servedDishes: { id: Generated<string>; scanId: string; ticketId: string; place: number; section: string; name: string; undoneAt: Date | null };
}
