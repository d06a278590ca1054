/** The order's record, for the features that sell, charge and refund: read it, lock it, move it, give its seats back. */
export { type LockedOrder, type EventTiming, lockEventForShare, lockOrderRow, lockStockAndOrder, readEventTiming } from './moves/locks.server.ts';
export { freeSeats, moveOrder, moveTickets, releaseOverdueHolds, suspendTickets, takeSeats } from './moves/store.server.ts';
export {
  claimPoll,
  extendHold,
  markPolled,
  type OrderToRefund,
  selectOrder,
  selectOrderToRefund,
  selectOrderWithEvent,
  selectOrderWithTickets,
  selectStanding,
  selectTicketNumbers,
  sumOfValidTickets,
} from './store.server.ts';
