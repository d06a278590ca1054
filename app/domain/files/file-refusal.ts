import { type Bucket, BUCKETS, MB, SHRUNK_IMAGE_BYTES } from './bucket.ts';
import { MAX_MEGAPIXELS } from './image-variants.ts';

export type FileRefusal =
  | { code: 'WRONG_TYPE' }
  | { code: 'TOO_LARGE'; bytes: number }
  | { code: 'TOO_MANY_PIXELS' }
  | { code: 'UNREADABLE' }
  /** `begun`: of what is taken, the uploads that are still coming. */
  | { code: 'QUOTA_FULL'; left: number; begun: number }
  | { code: 'TOO_BUSY' };

/** The specification's own words, limit included. */
const PDF_TOO_LARGE = "L'arxiu és massa gran ({size}MB). El màxim permés és 50MB.";

export const IMAGE_GONE = 'Esta imatge no hi és';

export function fileRefusalText(refusal: FileRefusal, bucket: Bucket): string {
  const { holds, maxUploadBytes } = BUCKETS[bucket];
  switch (refusal.code) {
    case 'WRONG_TYPE':
      return holds === 'pdf' ? 'El archivo debe ser un PDF' : 'Tipo de archivo no permitido. Usa JPG, PNG, WebP o GIF.';
    case 'TOO_LARGE':
      return holds === 'pdf'
        ? PDF_TOO_LARGE.replace('{size}', megabytes(refusal.bytes, Math.ceil))
        : imageTooLarge(maxUploadBytes);
    case 'TOO_MANY_PIXELS':
      return `La imatge té massa punts: el màxim són ${MAX_MEGAPIXELS} megapíxels.`;
    case 'UNREADABLE':
      return holds === 'pdf' ? "L'arxiu no es pot llegir com a PDF" : 'Error al procesar las imágenes';
    case 'QUOTA_FULL':
      return `No queda prou espai (${megabytes(refusal.left, Math.floor)} MB lliures). ${
        refusal.begun === 0
          ? 'Esborra arxius vells i torna-ho a provar.'
          : `Hi ha ${megabytes(refusal.begun, Math.ceil)} MB reservats per a arxius a mig pujar: espera que acaben, o que es descarten sols (com a molt en un dia), abans d'esborrar res.`
      }`;
    case 'TOO_BUSY':
      return "Ara mateix s'estan preparant molts arxius. Torna-ho a provar d'ací a uns segons.";
  }
}

export function shrunkImageProblem(bytes: number): string | null {
  return bytes > SHRUNK_IMAGE_BYTES ? imageTooLarge(SHRUNK_IMAGE_BYTES) : null;
}

function imageTooLarge(mostBytes: number): string {
  return `La imagen es demasiado grande. Máximo ${mostBytes / MB}MB.`;
}

/** One decimal; `round` never makes little of what is too much. */
function megabytes(bytes: number, round: (tenths: number) => number): string {
  return (round((bytes / MB) * 10) / 10).toFixed(1).replace('.', ',');
}
