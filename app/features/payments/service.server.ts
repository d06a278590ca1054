/** What the features that sell and that examine ask of payments. */
export { openCheckoutSession, openCheckoutSessionOf, openSessionForBuyer } from './checkout-session.server.ts';
export { endHold, pollProvider } from './holds.server.ts';
export { isolateFailure } from './isolate-failure.server.ts';
export { compareLedgers } from './reconciliation/ledger.server.ts';
export { selectPayments } from './store.server.ts';
