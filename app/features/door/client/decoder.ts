import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

import { READER_OPTIONS } from './looks.ts';

export type Decoder = (image: ImageData) => Promise<string | null>;

let loaded: Promise<Decoder> | null = null;

/** Once a page; what failed is tried anew by whoever asks next. */
export async function loadDecoder(): Promise<Decoder> {
  loaded ??= load().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Decoder> {
  const { prepareZXingModule, readBarcodes } = await import('./qr-reader.ts');
  await prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) }, fireImmediately: true });
  return async (image) => (await readBarcodes(image, READER_OPTIONS))[0]?.text ?? null;
}

/** The files that it is loaded from. */
export async function decoderFiles(): Promise<string[]> {
  const { ADDRESS } = await import('./qr-reader.ts');
  return [new URL(ADDRESS).pathname, wasmUrl];
}
