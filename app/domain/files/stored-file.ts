import type { FileVariant } from './bucket.ts';

export interface StoredFile {
  id: string;
  bytes: number;
  variants: StoredVariant[];
}

export interface StoredVariant {
  variant: FileVariant;
  url: string;
  mediaType: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

const PATH = '/files/';

export function pageImageUrl(fileId: string, page: number): string {
  return fileUrl(pageImageName(fileId, page));
}

export function pageImageName(fileId: string, page: number): string {
  return `${fileId}-page-${page}.webp`;
}

export function fileUrl(name: string): string {
  return `${PATH}${name}`;
}
