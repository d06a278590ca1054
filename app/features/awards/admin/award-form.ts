import { z } from 'zod';

import { recordForm } from '#app/design/admin-kit/form/record-form.ts';
import { MAX_AWARD_PHOTOS } from '#app/domain/site/award.ts';
import { AWARD_FIELDS } from '#app/domain/site/award-fields.ts';

export const awardForm = recordForm(AWARD_FIELDS, { more: { version: z.string().optional() } });

export function tooManyPhotosText(): string {
  return `A cada premi caben ${MAX_AWARD_PHOTOS} fotos`;
}
