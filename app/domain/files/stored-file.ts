import type { FileVariant } from './bucket.ts';

/** A file that is whole, as screens and programs see it. */
export interface StoredFile {
  id: string;
  /** All of its variants together. */
  bytes: number;
  /** The narrowest first. */
  variants: StoredVariant[];
}

export interface StoredVariant {
  variant: FileVariant;
  /** Path on our own origin. */
  url: string;
  mediaType: string;
  bytes: number;
  /** Pixels; null for documents. */
  width: number | null;
  height: number | null;
}

const PATH = '/files/';

export function fileUrl(name: string): string {
  return `${PATH}${name}`;
}
