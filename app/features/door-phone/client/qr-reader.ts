export { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Of the script that this becomes part of, which a page without network needs as well. */
export const ADDRESS = import.meta.url;
