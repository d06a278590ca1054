/** Each ticket of a party is admitted under a nonce of its own. */
export function partyNonce(nonce: string, ticketId: string): string {
  return `${nonce}:${ticketId}`;
}
