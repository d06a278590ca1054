import { DEFAULT_CATEGORY, type NewsDraft } from '#app/domain/news/news-draft.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { instantInMadrid, wallInMadrid } from '#app/domain/time/madrid-time.ts';

import type { EditedNews } from '../schema.ts';
import type { NewsFormValue } from './news-forms.ts';

/** The form has minutes: an instant that it does not change keeps its seconds. */
export function newsDraftOf(value: NewsFormValue, edited: EditedNews | null): NewsDraft {
  const { version: _version, publishedDate, publishedTime, category, tags, images, ...rest } = value;
  return {
    ...rest,
    category: category ?? DEFAULT_CATEGORY,
    tags: tags ?? [],
    images: images.map(({ fileId, alt }) => ({ fileId, alt: alt ?? '' })),
    publishedAt: publishedDate === null ? null : instantOf({ date: publishedDate, time: publishedTime ?? '00:00' }, edited?.publishedAt ?? null),
  };
}

function instantOf({ date, time }: { date: string; time: string }, known: string | null): Date {
  const typed = new Date(instantInMadrid(date, time));
  const isSame = known !== null && wallInMadrid(Date.parse(known)).date === date && instantText(known).endsWith(time);
  return isSame ? new Date(known) : typed;
}
