import type { Feature } from '#app/feature.server.ts';

import { publicCalls } from './api.server.ts';
import { editorCalls } from './admin/api.server.ts';
import { newsSearch } from './admin/news-search.server.ts';
import { mayReadNewsImage } from './service.server.ts';
import { tables } from './tables.ts';

export const news: Feature = { calls: [...publicCalls, ...editorCalls], fileReaders: { 'news-images': mayReadNewsImage }, search: [newsSearch], tables };
