import type { Readable } from 'node:stream';

import type { PagesToDraw, PdfImage, PdfRefusal } from '#app/platform/adapters/media/pdf-reader.server.ts';
import { pageImageName } from '#app/domain/files/stored-file.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { objectName, quotaRefusal } from '../save-file.server.ts';
import { type FileRow, insertVariants, lockBucket, selectFile, selectKnownNames, selectVariants, setBytes, type VariantRow } from '../store.server.ts';

const USUAL_PAGE_BYTES = 100_000;

export interface ReadPdf {
  pageCount: number;
  /** Empty for pages without text. */
  pages: string[];
}

/** In a child process. Adds a cover if there is none and the quota allows. Takes seconds: for jobs. */
export async function readPdf(deps: Deps, fileId: string): Promise<ReadPdf | { refused: PdfRefusal | 'gone' }> {
  const pdf = await openPdf(deps, fileId);
  if (pdf === null) return { refused: 'gone' };
  const outcome = await deps.pdfs.read(pdf.body);
  // The reader was busy and left the stream open.
  pdf.body.destroy();
  if ('refused' in outcome) return outcome;
  const { cover, ...read } = outcome.read;
  await addImages(deps, pdf.file, cover.map((image) => ({ ...image, name: `${fileId}-${image.variant}.${image.mediaType === 'image/webp' ? 'webp' : 'jpg'}` })));
  return read;
}

/** `reached`: the last page tried. Pages that can't be drawn have no image. */
export type DrawPagesOutcome = { reached: number; drawn: number } | { refused: 'busy' | 'ended' | 'gone' | 'full' };

/** In a child process. Takes seconds: for jobs. */
export async function drawPages(deps: Deps, { fileId, first, last, ending }: PagesToDraw & { fileId: string }): Promise<DrawPagesOutcome> {
  const pdf = await openPdf(deps, fileId);
  if (pdf === null) return { refused: 'gone' };
  if (!(await hasRoom(deps, pdf.file, (last - first + 1) * USUAL_PAGE_BYTES))) {
    pdf.body.destroy();
    return { refused: 'full' };
  }
  const outcome = await deps.pdfs.draw(pdf.body, { first, last, ending });
  pdf.body.destroy();
  if ('refused' in outcome) return outcome;
  const images = outcome.drawn.map(({ page, ...image }) => ({ ...image, variant: `page-${page}` as const, name: pageImageName(fileId, page) }));
  const added = await addImages(deps, pdf.file, images);
  return added === 'added' ? { reached: outcome.reached, drawn: images.length } : { refused: added };
}

async function hasRoom(deps: Deps, { id, bucket, bytes }: FileRow, more: number): Promise<boolean> {
  return deps.db.inTransaction(async (tx) => (await quotaRefusal(tx, { bucket, fileId: id, bytes: bytes + more })) === null);
}

async function openPdf(deps: Deps, fileId: string): Promise<{ file: FileRow; body: Readable } | null> {
  const [file, variants] = [await selectFile(deps.db.query, fileId), await selectVariants(deps.db.query, [fileId])];
  const original = variants.find(({ variant }) => variant === 'original');
  const body = file && original && (await deps.storage.read(objectName(file.bucket, original.name)));
  return file && body ? { file, body } : null;
}

type NewImage = PdfImage & Pick<VariantRow, 'variant' | 'name'>;

/** Objects without a row after a crash are deleted by the sweep or reused by the next try. */
async function addImages(deps: Deps, { id, bucket }: FileRow, images: readonly NewImage[]): Promise<'added' | 'gone' | 'full'> {
  if (images.length === 0) return 'added';
  for (const { name, bytes, mediaType } of images) await deps.storage.put({ name: objectName(bucket, name), body: bytes, size: bytes.byteLength, mediaType });
  const { outcome, unneeded } = await deps.db.inTransaction(async (tx) => {
    await lockBucket(tx, bucket);
    const file = await selectFile(tx, id);
    const known = await selectKnownNames(tx, images.map(({ name }) => name));
    const added = images.filter(({ name }) => !known.has(name));
    if (file?.state !== 'ready') return { outcome: 'gone' as const, unneeded: added };
    const bytes = added.reduce((sum, image) => sum + image.bytes.byteLength, file.bytes);
    if (await quotaRefusal(tx, { bucket, fileId: id, bytes })) return { outcome: 'full' as const, unneeded: added };
    await setBytes(tx, { id, bytes });
    if (added.length > 0) await insertVariants(tx, added.map(({ variant, name, mediaType, width, height, bytes: content }) => ({ fileId: id, variant, name, mediaType, bytes: content.byteLength, width, height })));
    return { outcome: 'added' as const, unneeded: [] };
  });
  for (const { name } of unneeded) await deps.storage.remove(objectName(bucket, name));
  return outcome;
}
