/** Each ticket of a group is admitted under a nonce of its own. */
export function groupNonce(nonce: string, ticketId: string): string {
  return `${nonce}:${ticketId}`;
}
