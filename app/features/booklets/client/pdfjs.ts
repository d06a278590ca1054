import { version } from 'pdfjs-dist/package.json';

export type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

/** The build laid it there (`scripts/pdfjs-assets.ts`). */
const HOME = `/assets/pdfjs-${version}`;
const WORKER = `${HOME}/pdf.worker.min.mjs`;
/** A part is as long as a slow line carries in half a second. */
const PART_BYTES = 96 * 1024;
const MAX_IMAGE_PIXELS = 40_000_000;

/** The library, with the first booklet that is opened. The build for older browsers: phones live long. */
export async function loadPdfjs(): Promise<Pdfjs> {
  // Its worker is larger still: on its way at the same time.
  const worker = document.createElement('link');
  Object.assign(worker, { rel: 'modulepreload', as: 'worker', href: WORKER });
  document.head.append(worker);
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  pdfjs.GlobalWorkerOptions.workerSrc = WORKER;
  return pdfjs;
}

/** Whatever a document needs comes from our own origin; scripts and forms in it are not looked at, links lead nowhere. */
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
