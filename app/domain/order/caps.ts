/** What one caller may hold unpaid or take for nothing (docs/decisions.md, 'limits'). They bind neither admins nor the till. */
export const ORDER_CAPS = {
  /** Of one buyer, for one event; tickets that were free count too. */
  maxHolds: 2,
  maxHeldTickets: 20,
  /** Of all callers without a cookie in one network, for one event. */
  maxSharedHolds: 3,
  maxSharedTickets: 60,
  /** Of everybody in one network, of an event with a limit. */
  maxNetworkPercent: 20,
  minNetworkTickets: 20,
  /** Of one buyer and of one e-mail address, for one event. */
  maxFreeTickets: 20,
  /** Of one network. */
  maxFreeTicketsAnHour: 60,
  /** To one e-mail address, about orders that nobody paid for. */
  maxUnpaidMailsAnHour: 10,
} as const;
