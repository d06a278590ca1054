export const NEWS_STATUS_TEXTS = { draft: 'Esborrany', published: 'Publicada' } as const;
export type NewsStatus = keyof typeof NEWS_STATUS_TEXTS;
export const NEWS_STATUSES = ['draft', 'published'] as const satisfies readonly NewsStatus[];

export const DEFAULT_CATEGORY = 'general';
export const MAX_CATEGORY = 40;
export const MAX_TAGS = 10;
export const MAX_TAG = 30;
