import { pageImageUrl } from '../files/stored-file.ts';

/** The pages of a booklet that the server has drawn. */
export interface PageImages {
  fileId: string;
  /** Up to this one; those that could not be drawn are missing all the same. */
  drawn: number;
  /** Pages of the PDF. */
  count: number;
}

/** The rest of a longer one is drawn by its readers. */
export const MOST_DRAWN = 300;

/** Where the image of a page is read; null where there is none. That of the first one is the cover. */
export function imageOfPage(page: number, { images, cover }: { images: PageImages | null; cover: { url: string } | null }): string | null {
  if (page === 1) return cover?.url ?? null;
  return images !== null && page <= images.drawn ? pageImageUrl(images.fileId, page) : null;
}
