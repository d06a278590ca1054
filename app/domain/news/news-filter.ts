import { parseDate } from '../time/dates.ts';
import { isStorableText } from '../plain-text.ts';
import { MAX_CATEGORY, MAX_TAG, NEWS_STATUSES, type NewsStatus } from './news-constants.ts';

export interface NewsFilter {
  search: string;
  from: string | null;
  to: string | null;
  category: string | null;
  tag: string | null;
  status: NewsStatus | 'all';
}

const MAX_SEARCH = 100;

export function readNewsFilter(query: URLSearchParams): NewsFilter {
  const status = NEWS_STATUSES.find((one) => one === query.get('status'));
  return {
    search: textIn(query, 'q', MAX_SEARCH) ?? '',
    from: dayIn(query, 'from'),
    to: dayIn(query, 'to'),
    category: textIn(query, 'category', MAX_CATEGORY),
    tag: textIn(query, 'tag', MAX_TAG),
    status: status ?? 'all',
  };
}

export function isFiltering({ search, from, to, category, tag, status }: NewsFilter): boolean {
  return search !== '' || from !== null || to !== null || category !== null || tag !== null || status !== 'all';
}

export function newsQuery(filter: NewsFilter, change: Partial<NewsFilter> & { page?: number } = {}): string {
  const { search, from, to, category, tag, status, page = 1 } = { ...filter, ...change };
  const parts = { q: search, from: from ?? '', to: to ?? '', category: category ?? '', tag: tag ?? '', status: status === 'all' ? '' : status, page: page === 1 ? '' : String(page) };
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString();
  return query === '' ? '' : `?${query}`;
}

function dayIn(query: URLSearchParams, name: string): string | null {
  const day = parseDate(query.get(name) ?? '');
  return day !== null && day < '9999' ? day : null;
}

function textIn(query: URLSearchParams, name: string, max: number): string | null {
  const text = (query.get(name) ?? '').trim().slice(0, max);
  return text === '' || !isStorableText(text) ? null : text;
}
