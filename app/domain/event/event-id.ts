/** PostgreSQL's `integer`. */
export const LARGEST_EVENT_ID = 2_147_483_647;

export function parseEventId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return id <= LARGEST_EVENT_ID ? id : null;
}
