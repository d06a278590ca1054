export function groupNonce(nonce: string, ticketId: string): string {
  return `${nonce}:${ticketId}`;
}
