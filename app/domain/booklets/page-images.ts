import { pageImageUrl } from '../files/stored-file.ts';

export interface PageImages {
  fileId: string;
  drawn: number;
  count: number;
}

/** The rest of a longer one is drawn by its readers. */
export const MOST_DRAWN = 300;

export function imageOfPage(page: number, { images, cover }: { images: PageImages | null; cover: { url: string } | null }): string | null {
  if (page === 1) return cover?.url ?? null;
  return images !== null && page <= images.drawn ? pageImageUrl(images.fileId, page) : null;
}
