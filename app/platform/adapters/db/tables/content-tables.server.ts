import type { Generated, JSONColumnType } from 'kysely';

import type { BOOKLET_FIELDS } from '#app/domain/booklets/booklet-fields.ts';
import type { Reading } from '#app/domain/booklets/booklet.ts';
import type { Bucket, FileState, FileVariant } from '#app/domain/files/bucket.ts';
import type { BlockItem, BlockKind } from '#app/domain/site/home-block.ts';
import type { NewsFields } from '#app/domain/news/news-fields.ts';
import type { AWARD_FIELDS } from '#app/domain/site/award-fields.ts';

import type { FieldColumns } from '../record-columns.server.ts';

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
  news: FieldColumns<NewsFields> & {
    id: Generated<number>;
    authorId: string | null;
    searchText: string;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  newsImages: { fileId: string; newsId: number; position: number; alt: string };
  uploads: { fileId: string; size: number; received: Generated<number>; finishingUntil: Date | null };
  uploadPieces: { fileId: string; start: number; bytes: number; objectName: string };
  awards: FieldColumns<typeof AWARD_FIELDS> & { id: string; version: Generated<number>; changedAt: Date };
  awardPhotos: { awardId: string; fileId: string; position: number };
  homeBlocks: { id: string; kind: BlockKind; title: string; intro: string; items: JSONColumnType<BlockItem[]>; position: number; hidden: Generated<boolean>; version: Generated<number>; changedAt: Date };
  booklets: FieldColumns<typeof BOOKLET_FIELDS> & {
    id: string;
    fileId: string;
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
