import { z } from 'zod';

import { optional, typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { recordForm } from '#app/design/admin-kit/form/record-form.ts';
import { BOOKLET_FIELDS } from '#app/domain/booklets/booklet-fields.ts';
import { BOOKLET_TEXTS } from '#app/domain/booklets/booklet.ts';
import { isUuid } from '#app/domain/uuid.ts';

const more = { version: z.string().optional() };

/** Uploaded before the form is sent (specification §2, §5). */
const file = typedField<string>((typed) => (isUuid(typed) ? { value: typed } : { problem: BOOKLET_TEXTS.fileMissing }));

export const newBookletForm = recordForm(BOOKLET_FIELDS, { more: { ...more, fileId: file } });
export const bookletForm = recordForm(BOOKLET_FIELDS, { more: { ...more, fileId: optional(file) } });
