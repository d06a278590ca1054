export const BOOKLETS_PATH = '/llibrets';

export interface BookletPosition {
  year: number | null;
  page: number;
  query: string;
}

const LONGEST_QUERY = 200;

export function bookletAddress({ year, page, query }: Partial<BookletPosition>): string {
  const search = new URLSearchParams();
  if (query !== undefined && query !== '') search.set('q', query);
  if (year !== undefined && year !== null) search.set('llibret', String(year));
  if (year !== undefined && year !== null && page !== undefined && page > 1) search.set('pagina', String(page));
  const text = search.toString();
  return text === '' ? BOOKLETS_PATH : `${BOOKLETS_PATH}?${text}`;
}

export function readBookletPosition(search: URLSearchParams): BookletPosition {
  const [year, page] = [search.get('llibret') ?? '', search.get('pagina') ?? ''];
  return {
    year: /^\d{4}$/.test(year) ? Number(year) : null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
    query: (search.get('q') ?? '').slice(0, LONGEST_QUERY).trim(),
  };
}
