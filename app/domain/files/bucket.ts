import type { ImageVariant } from './image-variants.ts';

export type Bucket = 'news-images' | 'booklets' | 'events' | 'awards' | 'site';
export type FileState = 'uploading' | 'ready' | 'deleted';
export type FileVariant = ImageVariant | 'original' | 'cover' | 'thumb' | PageVariant;
export type PageVariant = `page-${number}`;

export interface BucketRules {
  holds: 'image' | 'pdf';
  maxUploadBytes: number;
  quotaBytes: number;
}

export const MB = 1024 * 1024;
const IMAGE_UPLOAD_BYTES = 15 * MB;
export const SHRUNK_IMAGE_BYTES = 5 * MB;
const PDF_UPLOAD_BYTES = 50 * MB;

export const BUCKETS: Record<Bucket, BucketRules> = {
  'news-images': { holds: 'image', maxUploadBytes: IMAGE_UPLOAD_BYTES, quotaBytes: 700 * MB },
  booklets: { holds: 'pdf', maxUploadBytes: PDF_UPLOAD_BYTES, quotaBytes: 300 * MB },
  events: { holds: 'image', maxUploadBytes: IMAGE_UPLOAD_BYTES, quotaBytes: 200 * MB },
  awards: { holds: 'image', maxUploadBytes: IMAGE_UPLOAD_BYTES, quotaBytes: 200 * MB },
  site: { holds: 'image', maxUploadBytes: IMAGE_UPLOAD_BYTES, quotaBytes: 50 * MB },
};

export function isBucket(name: unknown): name is Bucket {
  return typeof name === 'string' && Object.hasOwn(BUCKETS, name);
}
