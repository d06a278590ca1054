export type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

/** A part is as long as a slow line carries in half a second. */
const PART_BYTES = 96 * 1024;
const MAX_IMAGE_PIXELS = 40_000_000;

/** The library, with the first booklet that is opened. The build for older browsers: phones live long. */
export async function loadPdfjs(): Promise<Pdfjs> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  pdfjs.GlobalWorkerOptions.workerSrc = `${homeOf(pdfjs)}/pdf.worker.min.mjs`;
  return pdfjs;
}

/** Whatever a document needs comes from our own origin; scripts and forms in it are not looked at, links lead nowhere. */
export function pdfjsOptions(pdfjs: Pdfjs): object {
  const home = homeOf(pdfjs);
  return {
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: PART_BYTES,
    cMapUrl: `${home}/cmaps/`,
    standardFontDataUrl: `${home}/standard_fonts/`,
    wasmUrl: `${home}/wasm/`,
    iccUrl: `${home}/iccs/`,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: 0,
  };
}

/** The build laid it there (`scripts/pdfjs-assets.ts`). */
function homeOf({ version }: Pdfjs): string {
  return `/assets/pdfjs-${version}`;
}
