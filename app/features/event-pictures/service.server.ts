import { isPictureSize, PICTURE_SIZES, type PictureSize } from '#app/domain/event/drawing/event-picture.ts';
import type { ImageVariant } from '#app/domain/files/image-variants.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { findEvent } from '#app/features/events/service.server.ts';
import { readImage } from '#app/features/files/service.server.ts';
import { crestPng } from '#app/features/settings/service.server.ts';
import { uploadedPicture } from '#app/features/uploaded-pictures/service.server.ts';
import type { SitePicture } from '#app/design/ticket-rendering/site/site-picture.ts';
import { renderSitePicture } from '#app/design/ticket-rendering/ticket-renderer.server.ts';
import { stateKey } from '#app/platform/app-state.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

export interface EventPicture {
  /** Hash of what it depicts. */
  version: string;
  isPublic: boolean;
  mediaType: 'image/jpeg' | 'image/webp';
  body: Uint8Array;
}

export async function findEventPicture(deps: Deps, actor: Actor, requested: { eventId: number; size: string; byAccessCode: boolean }): Promise<EventPicture | null> {
  const { eventId, size, byAccessCode } = requested;
  if (!isPictureSize(size)) return null;
  const event = await findEvent(deps, actor, eventId, { byAccessCode });
  if (event === null) return null;
  const [fileId, { association }] = await Promise.all([uploadedPicture(deps, eventId), deps.settings.current()]);
  const isPublic = event.visibility === 'public';
  const version = new URL(event.picture).searchParams.get('v') ?? '';
  const uploaded = fileId === null ? null : await readSize(deps, fileId, size);
  if (uploaded !== null) return { version, isPublic, ...uploaded };
  const body = await cachedPoster(deps.state.get(posters), `${eventId}/${size}/${version}`, async () => {
    const poster: SitePicture = {
      kind: 'poster',
      id: event.id,
      title: event.title,
      emoji: event.image,
      when: `${weekdayName(event.date)}, ${formatDate(event.date)} · ${event.time}`,
      name: association.name,
      colours: association.colours,
      crest: association.crest === null ? null : await crestPng(deps, association.crest.fileId),
      size: PICTURE_SIZES[size],
      hasWords: size !== 'card',
    };
    return renderSitePicture(poster, { for: 'page', slots: deps.concurrency.drawings });
  });
  return { version, isPublic, mediaType: 'image/jpeg', body };
}

const VARIANTS: Record<PictureSize, readonly ImageVariant[]> = { card: ['small'], page: ['large', 'medium', 'small'], preview: ['preview'] };

async function readSize(deps: Deps, fileId: string, size: PictureSize): Promise<Pick<EventPicture, 'mediaType' | 'body'> | null> {
  for (const variant of VARIANTS[size]) {
    const body = await readImage(deps, { fileId, variant });
    if (body !== null) return { mediaType: variant === 'preview' ? 'image/jpeg' : 'image/webp', body };
  }
  return null;
}

/** Some 100 kB each. */
const MAX_CACHED = 60;
export const posters = stateKey<Map<string, Promise<Uint8Array>>>('event posters');

function cachedPoster(cache: Map<string, Promise<Uint8Array>>, key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const known = cache.get(key);
  if (known) return known;
  const drawn = draw();
  cache.set(key, drawn);
  drawn.catch(() => cache.delete(key));
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break;
    cache.delete(oldest);
  }
  return drawn;
}
