import type { ColumnType, Generated, JSONColumnType } from 'kysely';

import type { Reading } from '#app/domain/booklets/booklet.ts';
import type { Bucket, FileState, FileVariant } from '#app/domain/files/bucket.ts';
import type { ComposedTicket } from '#app/domain/event/menu.ts';
import type { AlarmFacts, AlarmKind } from '#app/domain/operations/alarms.ts';
import type { BlockItem, BlockKind } from '#app/domain/site/home-block.ts';
import type { DeliveryFailure } from '#app/domain/mail/delivery-failure.ts';
import type { EmailStatus, OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import type { PartyStatus } from '#app/domain/waiting/party.ts';
import type { NewsStatus } from '#app/domain/news/news-draft.ts';
import type { GrantableRight } from '#app/domain/people/rights.ts';
import type { CaseFacts, CaseKind } from '#app/domain/payment/case.ts';
import type { TillMeans } from '#app/domain/till/means.ts';
import type { Role, Visibility } from '#app/domain/people/roles.ts';
import type { RefundReason } from '#app/domain/order/settling.ts';
import type { Entry } from '#app/domain/ticket/admission.ts';
import type { DoorCode } from '#app/domain/ticket/serving.ts';

export type ScanKind = 'look' | Entry | 'exit' | 'undo' | 'serve' | 'unserve';

export type MailCause = 'sale' | 'resend' | 'refund' | 'event_changed' | 'event_withdrawn' | 'lost_ticket' | 'account' | 'waiting_list' | 'alarm';

/** The tables of db/migrations, in camelCase. `date` columns are YYYY-MM-DD strings, `time` columns HH:MM. */
export interface Tables {
  users: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image: string | null;
    role: Role;
    banned: boolean;
    banReason: string | null;
    banExpires: Date | null;
    createdAt: Date;
    updatedAt: Date;
  };
  userRights: { userId: string; staffRight: GrantableRight };
  sessions: {
    id: string;
    userId: string;
    token: string;
    expiresAt: Date;
    ipAddress: string | null;
    userAgent: string | null;
    /** When its password was typed last. */
    provedAt: Date | null;
    /** To the minute or so. */
    seenAt: Date | null;
    /** Its second factor has not been shown: it opens nothing yet. */
    awaitsCode: Generated<boolean>;
    createdAt: Date;
    updatedAt: Date;
  };
  secondFactors: { userId: string; sealedSecret: string; confirmedAt: Date | null; lastStep: Generated<string>; createdAt: Date };
  secondFactorCodes: { codeHash: string; userId: string; usedAt: Date | null };
  accounts: {
    id: string;
    userId: string;
    accountId: string;
    providerId: string;
    password: string | null;
    createdAt: Date;
    updatedAt: Date;
  };
  events: {
    id: Generated<number>;
    title: string;
    eventDate: string;
    eventTime: string;
    endTime: string | null;
    location: string | null;
    description: string;
    referencePrice: number;
    image: string;
    visibility: Visibility;
    saleStart: Date | null;
    saleEndDate: string | null;
    archivedAt: Date | null;
    /** `archivedAt` is set then too. */
    deletedAt: Generated<Date | null>;
    /** `archivedAt` is set then too. */
    withdrawnAt: Date | null;
    withdrawnBy: string | null;
    copiedFrom: Generated<number | null>;
    version: Generated<number>;
    kitchenDeadline: Date | null;
    exitReentry: Generated<boolean>;
    kitchenService: Generated<boolean>;
    waitingList: Generated<boolean>;
    givingAllowed: Generated<boolean>;
    createdAt: Date;
    updatedAt: Date;
  };
  demoEvents: { key: string; eventId: number };
  /** `sold` counts what open sale can't have: tickets, offers of the waiting list and places set aside for it. */
  eventStock: { eventId: number; maxTickets: number | null; sold: Generated<number>; soldWhenLimited: Generated<number>; partiesWaiting: Generated<number>; setAside: Generated<number> };
  waitingLists: { eventId: number; smallerPass: boolean };
  /** `queueNumber` is a bigint. */
  waitingParties: { id: string; eventId: number; email: string | null; places: number; status: PartyStatus; queueNumber: string | null; orderId: string | null } & PartyTimes;
  dishStock: { itemId: string; eventId: number; places: number; sold: Generated<number>; soldWhenLimited: Generated<number> };
  eventSections: { id: string; eventId: number; name: string; required: boolean; maxSelection: number; position: number; archivedAt: Date | null };
  eventSectionItems: PricedRow & { sectionId: string };
  eventAdditionalOptions: PricedRow & { eventId: number };
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
    userRole: Role;
    status: TicketStatus;
    suspendedAt: Date | null;
    usedAt: Date | null;
    createdAt: Date;
    givenTo: Generated<string | null>;
  };
  ticketTransfers: { id: string; ticketId: string; createdAt: Date; takenAt: Date | null; keyHash: string | null; endedAt: Date | null };
  menuChanges: {
    id: Generated<string>;
    ticketId: string;
    before: JSONColumnType<ComposedTicket['menu']>;
    after: JSONColumnType<ComposedTicket['menu']>;
    changedBy: string;
    changedAt: Date;
  };
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
  servedDishes: { id: Generated<string>; scanId: string; ticketId: string; place: number; section: string; name: string; undoneAt: Date | null };
  idempotencyKeys: { key: string; scope: string; requestHash: string; orderId: string | null; answer: ColumnType<unknown, string | null | undefined, string | null>; createdAt: Date };
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
    means: Generated<TillMeans | null>;
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
    status: 'due' | 'pending' | 'succeeded' | 'failed';
    providerRefund: string | null;
    attempts: Generated<number>;
    nextAttemptAt: Date;
    lastError: string | null;
    polledAt: Generated<Date | null>;
    createdAt: Date;
    settledAt: Date | null;
  };
  jobRuns: { name: string; finishedAt: Date; tookMs: number; everyMs: number; failingSince: Date | null; error: string | null };
  alarms: { kind: AlarmKind; facts: JSONColumnType<AlarmFacts>; since: Date; seenAt: Date; toldAt: Date | null };
  providerFeeds: { provider: string; readUntil: Date | null; askedAt: Date; readAt: Date | null };
  paymentCases: {
    id: string;
    kind: CaseKind;
    orderId: string | null;
    paymentId: string | null;
    /** Cases written before the column `facts` existed. */
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
  };
  tillSales: { orderId: string; sessionId: string; soldBy: string | null; soldAt: Date; reason: string | null };
  tillPayouts: { refundId: string; sessionId: string; means: TillMeans; paidBy: string | null; paidAt: Date };
  tillMovements: { id: string; sessionId: string; amount: number; reason: string; movedBy: string | null; movedAt: Date };
  reconciliations: { day: string; startedAt: Date; finishedAt: Date | null; sessions: number | null; mismatches: number | null };
  audit: {
    id: Generated<string>;
    at: Date;
    actor: string;
    action: string;
    subject: string;
    subjectId: string;
    detail: ColumnType<unknown, string | undefined, string>;
  };
  auditChain: { position: string; auditId: string; hash: Buffer };
  mails: {
    id: string;
    kind: string;
    cause: MailCause;
    orderId: string | null;
    recipient: string;
    detail: ColumnType<unknown, string | null | undefined, string | null>;
    status: EmailStatus;
    attempts: Generated<number>;
    nextAttemptAt: Date;
    leasedUntil: Date | null;
    failure: Generated<DeliveryFailure | null>;
    uncertainSendings: Generated<number>;
    lastError: string | null;
    createdAt: Date;
    sentAt: Date | null;
    triedSince: Date | null;
  };
  providerPace: { provider: string; nextAt: Date; gapMs: number };
  mailPace: { id: Generated<boolean>; nextAt: Date };
  recoveryCodes: { userId: string; codeHash: string; expiresAt: Date; createdAt: Date };
  /** `expire` in milliseconds since 1970. */
  limitedActs: { key: string; points: number; expire: string | null };
  calendarFeeds: { userId: string; token: string; createdAt: Date };
  ticketLinks: { tokenHash: string; email: string; openedAt: Date | null; expiresAt: Date; createdAt: Date };
  files: {
    id: string;
    bucket: Bucket;
    state: FileState;
    ownerId: string | null;
    bytes: number;
    createdBy: string | null;
    createdAt: Date;
    changedAt: Date;
  };
  fileVariants: { fileId: string; variant: FileVariant; name: string; mediaType: string; bytes: number; width: number | null; height: number | null };
  news: {
    id: Generated<number>;
    title: string;
    content: string;
    excerpt: string | null;
    status: NewsStatus;
    category: string;
    tags: string[];
    featured: boolean;
    authorId: string | null;
    searchText: string;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
    publishedAt: Date | null;
  };
  newsImages: { fileId: string; newsId: number; position: number; alt: string };
  uploads: { fileId: string; size: number; received: Generated<number>; finishingUntil: Date | null };
  uploadPieces: { fileId: string; start: number; bytes: number; objectName: string };
  eventPictures: { eventId: number; fileId: string; changedAt: Date; changedBy: string | null };
  awards: { id: string; year: number; title: string; detail: string; version: Generated<number>; changedAt: Date };
  awardPhotos: { awardId: string; fileId: string; position: number };
  homeBlocks: { id: string; kind: BlockKind; title: string; intro: string; items: JSONColumnType<BlockItem[]>; position: number; hidden: Generated<boolean>; version: Generated<number>; changedAt: Date };
  booklets: {
    id: string;
    year: number;
    fileId: string;
    pagesTold: number | null;
    pagesCounted: number | null;
    pagesWithoutText: Generated<number[]>;
    reading: Generated<Reading>;
    readingTries: Generated<number>;
    readingUntil: Date | null;
    pagesDrawn: Generated<number>;
    drawingTries: Generated<number>;
    drawingUntil: Date | null;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  /** `search` is read by PostgreSQL alone. */
  bookletPages: { bookletId: string; page: number; text: string };
  siteSettings: { section: 'identity' | 'contact' | 'texts'; version: number; content: JSONColumnType<object>; changedAt: Date; changedBy: string | null };
  legalTexts: { version: string; terms: string; privacy: string; createdAt: Date; createdBy: string | null };
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

export type PaymentStatus = 'creating' | 'open' | 'processing' | 'paid' | 'expired';

interface PricedRow {
  id: string;
  name: string;
  emoji: string;
  pricePublic: number | null;
  priceMember: number | null;
  priceCommission: number | null;
  price: number | null;
  position: number;
  archivedAt: Date | null;
}

interface PartyTimes {
  requestedAt: Date; confirmedAt: Date | null; offeredAt: Date | null;
  offerExpiresAt: Date | null; offeredPlaces: number | null; endedAt: Date | null;
}
