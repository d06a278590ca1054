/** A party's way through a waiting list. The last four are ends: of the offer's time, by its own wish, by an admin's, with the list. */
const PARTY_STATUSES = ['unconfirmed', 'waiting', 'offered', 'taken', 'expired', 'left', 'removed', 'ended'] as const;

export type PartyStatus = (typeof PARTY_STATUSES)[number];
