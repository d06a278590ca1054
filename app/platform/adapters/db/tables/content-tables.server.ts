import type { Generated, JSONColumnType } from 'kysely';

import type { Reading } from '#app/domain/booklets/booklet.ts';
import type { Bucket, FileState, FileVariant } from '#app/domain/files/bucket.ts';
import type { BlockItem, BlockKind } from '#app/domain/site/home-block.ts';
import type { NewsStatus } from '#app/domain/news/news-constants.ts';

export interface ContentTables {
  files: {
    id: string;
    bucket: Bucket;
    state: FileState;
    ownerId: string | null;
    bytes: number;
    createdBy: string | null;
    createdAt: Date;
    changedAt: Date;
  };
  fileVariants: { fileId: string; variant: FileVariant; name: string; mediaType: string; bytes: number; width: number | null; height: number | null };
  news: {
    id: Generated<number>;
    title: string;
    content: string;
    excerpt: string | null;
    status: NewsStatus;
    category: string;
    tags: string[];
    featured: boolean;
    authorId: string | null;
    searchText: string;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
    publishedAt: Date | null;
  };
  newsImages: { fileId: string; newsId: number; position: number; alt: string };
  uploads: { fileId: string; size: number; received: Generated<number>; finishingUntil: Date | null };
  uploadPieces: { fileId: string; start: number; bytes: number; objectName: string };
  awards: { id: string; year: number; title: string; detail: string; version: Generated<number>; changedAt: Date };
  awardPhotos: { awardId: string; fileId: string; position: number };
  homeBlocks: { id: string; kind: BlockKind; title: string; intro: string; items: JSONColumnType<BlockItem[]>; position: number; hidden: Generated<boolean>; version: Generated<number>; changedAt: Date };
  booklets: {
    id: string;
    year: number;
    fileId: string;
    pagesTold: number | null;
    pagesCounted: number | null;
    pagesWithoutText: Generated<number[]>;
    reading: Generated<Reading>;
    readingTries: Generated<number>;
    readingUntil: Date | null;
    pagesDrawn: Generated<number>;
    drawingTries: Generated<number>;
    drawingUntil: Date | null;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  /** `search` is read by PostgreSQL alone. */
  bookletPages: { bookletId: string; page: number; text: string };
  siteSettings: { section: 'identity' | 'contact' | 'texts' | 'embed'; version: number; content: JSONColumnType<object>; changedAt: Date; changedBy: string | null };
  legalTexts: { version: string; terms: string; privacy: string; createdAt: Date; createdBy: string | null };
}
