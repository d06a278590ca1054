import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

import { READER_OPTIONS } from './frames.ts';

type Decoder = (image: ImageData) => Promise<string[]>;

interface Loaded {
  decode: Decoder;
  files: string[];
}

type Reader = typeof import('./qr-reader.ts');

let loaded: Promise<Loaded> | null = null;
let again = 0;

export async function loadDecoder(): Promise<Decoder> {
  return (await load()).decode;
}

export async function decoderFiles(): Promise<string[]> {
  return (await load()).files;
}

/** Cached for the page; a failure is retried by the next caller. */
async function load(): Promise<Loaded> {
  loaded ??= loadAll().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function loadAll(): Promise<Loaded> {
  const { prepareZXingModule, readBarcodes, ADDRESS } = await importReader();
  await prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) }, fireImmediately: true });
  return { decode: async (image) => (await readBarcodes(image, READER_OPTIONS)).map(({ text }) => text), files: [new URL(ADDRESS).pathname, wasmUrl] };
}

/** Browsers cache a failed module import for the page's lifetime, so a retry needs another address. */
async function importReader(): Promise<Reader> {
  try {
    return await import('./qr-reader.ts');
  } catch (error) {
    const address = performance.getEntriesByType('resource').find(({ name }) => /\/qr-reader-[\w-]+\.js$/.test(name))?.name;
    if (address === undefined) throw error;
    again += 1;
    return (await import(/* @vite-ignore */ `${address}?again=${again}`)) as Reader;
  }
}
