import type { Generated, JSONColumnType } from 'kysely';

import type { EventFields } from '#app/domain/event/event-fields.ts';
import type { CHOICE_FIELDS, DISH_FIELDS, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';
import type { Diet } from '#app/domain/food/allergens.ts';
import type { AnnouncementKind, HolderChoice } from '#app/domain/plans/plan-change.ts';
import type { WaitlistStatus } from '#app/domain/waiting/group-size.ts';
import type { ShiftKind, SignupState } from '#app/domain/shifts/shift.ts';

import type { FieldColumns } from '../record-columns.server.ts';

export interface EventTables {
  events: FieldColumns<EventFields> & {
    id: Generated<number>;
    archivedAt: Date | null;
    /** `archivedAt` is set then too. */
    deletedAt: Generated<Date | null>;
    withdrawnAt: Date | null;
    withdrawnBy: string | null;
    copiedFrom: Generated<number | null>;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  demoEvents: { key: string; eventId: number };
  /** `sold` counts what open sale can't have: tickets, offers of the waiting list and places set aside for it. */
  eventStock: { eventId: number; maxTickets: number | null; sold: Generated<number>; soldWhenLimited: Generated<number>; partiesWaiting: Generated<number>; setAside: Generated<number> };
  waitingLists: { eventId: number; smallerPass: boolean };
  /** `queueNumber` is a bigint. */
  waitingParties: { id: string; eventId: number; email: string | null; places: number; status: WaitlistStatus; queueNumber: string | null; orderId: string | null } & EntryTimes;
  announcements: { id: string; eventId: number; kind: AnnouncementKind; subject: string; body: string; chooseUntil: string | null; createdAt: Date; createdBy: string | null };
  holderChoices: { announcementId: string; orderId: string; choice: HolderChoice; chosenAt: Date };
  dishStock: { itemId: string; eventId: number; places: number; sold: Generated<number>; soldWhenLimited: Generated<number> };
  eventSections: FieldColumns<typeof SECTION_FIELDS> & { id: string; eventId: number; position: number; archivedAt: Date | null };
  eventSectionItems: PricedRow<typeof DISH_FIELDS> & { sectionId: string };
  eventAdditionalOptions: PricedRow<typeof CHOICE_FIELDS> & { eventId: number };
  eventGroups: { id: string; eventId: number; code: string; name: string; maxPlaces: Generated<number>; mergedInto: string | null; createdAt: Date };
  halls: { eventId: number; version: Generated<number>; publishedAt: Date | null; changedAt: Date; notes: JSONColumnType<string[]> };
  hallRooms: { id: string; eventId: number; position: number; name: string };
  hallTables: { id: string; eventId: number; roomId: string; number: number; rowName: string; place: number; shape: 'long' | 'round'; seats: number; label: string | null; accessible: boolean };
  ticketSeats: { ticketId: string; eventId: number; tableId: string; pinned: Generated<boolean> };
  seatingVersions: { eventId: number; version: number; changedBy: string; changedAt: Date; seats: JSONColumnType<[ticketNumber: string, tableId: string, pinned: boolean][]> };
  tableNotices: { orderId: string; eventId: number; tables: string; toldAt: Date };
  shifts: { id: string; eventId: number; kind: ShiftKind; dayOffset: number; starts: string; ends: string; places: number; note: string | null; version: Generated<number>; createdAt: Date; updatedAt: Date };
  shiftSignups: {
    shiftId: string;
    userId: string;
    state: SignupState;
    askedAt: Date;
    decidedAt: Date | null;
    confirmedAt: Date | null;
    toldDate: string;
    toldStarts: string;
    toldEnds: string;
    toldWithdrawn: Generated<boolean>;
    remindedFor: Generated<string | null>;
  };
  eventPictures: { eventId: number; fileId: string; changedAt: Date; changedBy: string | null };
}

type PricedRow<Fields> = Omit<FieldColumns<Fields>, 'pricePublic' | 'diets'> & {
  id: string;
  pricePublic: number | null;
  price: number | null;
  diets: Generated<Diet[]>;
  position: number;
  archivedAt: Date | null;
};

interface EntryTimes {
  requestedAt: Date; confirmedAt: Date | null; offeredAt: Date | null;
  offerExpiresAt: Date | null; offeredPlaces: number | null; endedAt: Date | null;
}
