import { parseEventId } from '../event/event-id.ts';

export function parseNewsId(text: string): number | null {
  return parseEventId(text);
}

export function newsPath(id: number): string {
  return `/news/${id}`;
}
