import { version } from 'pdfjs-dist/package.json';

export type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

/** Copied there by the build (`scripts/pdfjs-assets.ts`). */
const HOME = `/assets/pdfjs-${version}`;
const WORKER = `${HOME}/pdf.worker.min.mjs`;
/** About half a second on a slow line. */
const PART_BYTES = 96 * 1024;
const MAX_IMAGE_PIXELS = 40_000_000;

/** Loaded on demand, in the legacy build for old phones. */
export async function loadPdfjs(): Promise<Pdfjs> {
  // Preloads the worker, which is larger, in parallel.
  const worker = document.createElement('link');
  Object.assign(worker, { rel: 'modulepreload', as: 'worker', href: WORKER });
  document.head.append(worker);
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  pdfjs.GlobalWorkerOptions.workerSrc = WORKER;
  return pdfjs;
}

/** Resources come from our own origin; scripts and forms are off. */
export function pdfjsOptions(): object {
  return {
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: PART_BYTES,
    cMapUrl: `${HOME}/cmaps/`,
    standardFontDataUrl: `${HOME}/standard_fonts/`,
    wasmUrl: `${HOME}/wasm/`,
    iccUrl: `${HOME}/iccs/`,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: 0,
  };
}
