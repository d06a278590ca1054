import { followFeed } from '#app/platform/client-state/live-feed.ts';
import type { LivePlaces } from '#app/features/events/schema.ts';

export interface FollowedPlaces {
  eventId: number;
  signal: AbortSignal;
  hear: (places: LivePlaces) => void;
}

export function followPlaces({ eventId, signal, hear }: FollowedPlaces): void {
  followFeed({ address: `/api/events/${eventId}/live`, kind: 'places', subject: eventId, signal, hear });
}
