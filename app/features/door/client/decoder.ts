import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

import { READER_OPTIONS } from './looks.ts';

export type Decoder = (image: ImageData) => Promise<string[]>;

export async function loadDecoder(): Promise<Decoder> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  await prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) }, fireImmediately: true });
  return async (image) => (await readBarcodes(image, READER_OPTIONS)).map(({ text }) => text);
}
