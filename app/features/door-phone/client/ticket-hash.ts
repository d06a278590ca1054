export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What stands for a ticket's id where only the list knows it. */
export function isHash(ticketId: string): boolean {
  return /^[0-9a-f]{32}$/.test(ticketId);
}
