import { parseEventId } from '../event/event-id.ts';

/** Reads the id of a news item from a path; null for what can't be one. It is counted as events are. */
export function parseNewsId(text: string): number | null {
  return parseEventId(text);
}

/** The page of a news item. */
export function newsPath(id: number): string {
  return `/news/${id}`;
}
