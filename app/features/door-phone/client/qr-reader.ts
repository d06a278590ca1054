export { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Address of the chunk that contains this module, which the offline page caches too. */
export const ADDRESS = import.meta.url;
