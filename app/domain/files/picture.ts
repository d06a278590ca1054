import type { FileVariant } from './bucket.ts';
import type { StoredFile } from './stored-file.ts';

export interface Picture {
  width: number;
  height: number;
  src: string;
  srcSet: string;
  preview: { url: string; width: number; height: number };
}

const PAGE_SIZES: ReadonlySet<FileVariant> = new Set(['small', 'medium', 'large']);

export function pictureOf({ variants }: StoredFile): Picture | null {
  const drawn = variants.flatMap(({ width, height, ...variant }) => (width === null || height === null ? [] : [{ ...variant, width, height }]));
  const sizes = drawn.filter(({ variant }) => PAGE_SIZES.has(variant));
  const largest = sizes.at(-1);
  const preview = drawn.find(({ variant }) => variant === 'preview');
  if (largest === undefined || preview === undefined) return null;
  const middle = sizes.find(({ variant }) => variant === 'medium') ?? largest;
  return {
    width: largest.width,
    height: largest.height,
    src: middle.url,
    srcSet: sizes.map(({ url, width }) => `${url} ${width}w`).join(', '),
    preview: { url: preview.url, width: preview.width, height: preview.height },
  };
}
