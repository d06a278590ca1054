import { z } from 'zod';

import { countField, optional, textField } from '#app/design/admin-kit/form/field-schema.ts';
import { LATEST_AWARD, MAX_AWARD_PHOTOS, OLDEST_AWARD } from '#app/domain/site/award.ts';

export const awardForm = z.object({
  version: z.string().optional(),
  year: countField({ required: "Escriu l'any", min: OLDEST_AWARD, max: LATEST_AWARD }),
  title: textField({ required: 'Escriu el premi', max: 120 }),
  detail: optional(textField({ required: '', max: 600 })),
});

export function tooManyPhotosText(): string {
  return `A cada premi caben ${MAX_AWARD_PHOTOS} fotos`;
}
