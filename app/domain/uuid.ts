const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return text.length === 36 && UUID.test(text);
}

/** As the database writes it; null for what is none. */
export function parseUuid(text: string): string | null {
  return isUuid(text) ? text.toLowerCase() : null;
}
