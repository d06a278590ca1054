const MB = 1024 * 1024;
/** Smaller ones go as they are (specification §5, §9). */
const SHRUNK_FROM_BYTES = MB;
const QUALITY = 0.8;

interface Fit {
  width: number;
  height: number;
}

export async function shrinkImage(file: File, fit: Fit): Promise<File | null> {
  if (file.size <= SHRUNK_FROM_BYTES) return file;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, fit.width / bitmap.width, fit.height / bitmap.height);
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
