import { z } from 'zod';

import { countField, optional, typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { BOOKLET_TEXTS, FIRST_YEAR, LAST_YEAR, MAX_PAGES } from '#app/domain/booklets/booklet.ts';
import { isUuid } from '#app/domain/uuid.ts';

const common = {
  version: z.string().optional(),
  year: typedField<number>((typed) => {
    const text = typed.trim();
    if (text === '') return { problem: BOOKLET_TEXTS.yearMissing };
    const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
    return year >= FIRST_YEAR && year <= LAST_YEAR ? { value: year } : { problem: BOOKLET_TEXTS.yearRange };
  }),
  pageCount: optional(countField({ required: '', min: 1, max: MAX_PAGES })),
};

/** The form of a booklet (specification §2, §5); its file has been uploaded before it is sent. */
const file = typedField<string>((typed) => (isUuid(typed) ? { value: typed } : { problem: BOOKLET_TEXTS.fileMissing }));

export const newBookletForm = z.object({ ...common, fileId: file });
export const bookletForm = z.object({ ...common, fileId: optional(file) });
