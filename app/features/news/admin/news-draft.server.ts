import { toRecordDraft } from '#app/design/admin-kit/server/record-draft.server.ts';
import { NEWS_FIELDS, type NewsDraft } from '#app/domain/news/news-fields.ts';

import type { EditedNews } from '../schema.ts';
import type { NewsFormValue } from './news-forms.ts';

export function toNewsDraft(value: NewsFormValue, edited?: EditedNews): NewsDraft {
  return { ...toRecordDraft(NEWS_FIELDS, value, edited), images: value.images.map(({ fileId, alt }) => ({ fileId, alt: alt ?? '' })) };
}
