const MB = 1024 * 1024;
/** Smaller ones go as they are (specification §5, §9). */
const SHRUNK_FROM_BYTES = MB;
const MAX_WIDTH = 800;
const MAX_HEIGHT = 600;
const QUALITY = 0.8;

/** A picture of more than a megabyte made to fit 800 by 600, so that it takes less of somebody's connection. Null where it can't be read. */
export async function shrinkImage(file: File): Promise<File | null> {
  if (file.size <= SHRUNK_FROM_BYTES) return file;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, MAX_WIDTH / bitmap.width, MAX_HEIGHT / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // What may be transparent stays so.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  return blob === null ? null : new File([blob], file.name, { type: blob.type, lastModified: file.lastModified });
}
