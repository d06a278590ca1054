import type { FileVariant } from './bucket.ts';

export interface StoredFile {
  id: string;
  bytes: number;
  /** The narrowest first. */
  variants: StoredVariant[];
}

export interface StoredVariant {
  variant: FileVariant;
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
