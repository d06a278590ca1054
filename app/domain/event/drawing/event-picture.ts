/** `card`: beside a title; `page`: over an event's page and in mails; `preview`: what chats show beside a link. */
export const PICTURE_SIZES = {
  card: { width: 360, height: 450 },
  page: { width: 1200, height: 630 },
  preview: { width: 1200, height: 630 },
} as const;

export type PictureSize = keyof typeof PICTURE_SIZES;

export function isPictureSize(text: string): text is PictureSize {
  return Object.hasOwn(PICTURE_SIZES, text);
}

export interface PicturedEvent {
  id: number;
  version: number;
  date: string;
  /** Of the uploaded picture; null: a poster is drawn. */
  pictureFileId: string | null;
}

export function pictureVersion({ version, date, pictureFileId }: PicturedEvent, revision: number): string {
  return [version, date.replaceAll('-', ''), revision, pictureFileId?.slice(0, 8) ?? 0].join('.');
}

export function picturePath(event: PicturedEvent, { size, revision }: { size: PictureSize; revision: number }): string {
  return `/pictures/events/${event.id}/${size}.jpg?v=${pictureVersion(event, revision)}`;
}

export function isUploadedPicture(address: string): boolean {
  return !address.endsWith('.0');
}

export function resizedPicture(address: string, size: PictureSize): string {
  return address.replace(/\/[a-z]+\.jpg\?/, `/${size}.jpg?`);
}

export function previewPath(address: string): string {
  const { pathname, search } = new URL(address);
  return resizedPicture(pathname + search, 'preview');
}
