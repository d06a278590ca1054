export type ImageType = 'jpeg' | 'png' | 'webp' | 'gif';
export type FileType = ImageType | 'pdf';

export const SIGNATURE_BYTES = 12;

const SIGNATURES: readonly [FileType, (bytes: Uint8Array, text: string) => boolean][] = [
  ['jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ['png', (_bytes, text) => text.startsWith('\x89PNG\r\n\x1a\n')],
  ['webp', (_bytes, text) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP'],
  ['gif', (_bytes, text) => text.startsWith('GIF87a') || text.startsWith('GIF89a')],
  ['pdf', (_bytes, text) => /^%PDF-\d/.test(text)],
];

/** By its magic number; its name and the browser's media type count for nothing. */
export function fileTypeOf(beginning: Uint8Array): FileType | null {
  const text = String.fromCharCode(...beginning.subarray(0, SIGNATURE_BYTES));
  return SIGNATURES.find(([, matches]) => matches(beginning, text))?.[0] ?? null;
}

export function isImageType(type: FileType | null): type is ImageType {
  return type !== null && type !== 'pdf';
}
