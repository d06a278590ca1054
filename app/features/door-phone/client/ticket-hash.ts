export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A hash stands in for the id of a ticket known from the list alone. */
export function isHash(ticketId: string): boolean {
  return /^[0-9a-f]{32}$/.test(ticketId);
}
