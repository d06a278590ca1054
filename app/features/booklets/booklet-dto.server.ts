import type { z } from 'zod';

import { bookletTitle } from '#app/domain/booklets/booklet.ts';

import type { bookletSchema } from './schema.ts';
import type { Booklet } from './service.server.ts';

export function toBookletDto({ id, year, bytes, pageCount, pdfUrl, cover, reading, hasText, updatedAt }: Booklet): z.output<typeof bookletSchema> {
  return {
    id,
    year,
    title: bookletTitle(year),
    pdf_url: pdfUrl,
    file_size: bytes,
    page_count: pageCount,
    cover,
    has_text: reading === 'waiting' ? null : hasText,
    updated_at: updatedAt.toISOString(),
  };
}
