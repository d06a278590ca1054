export interface OrderQuery {
  search: string;
  status: 'all' | 'paid' | 'pending_payment';
  onlyWithNotes: boolean;
  onlyUnused: boolean;
}

const MAX_SEARCH = 254;

export function readOrderFilter(query: URLSearchParams): OrderQuery {
  const status = query.get('status');
  return {
    search: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH),
    status: status === 'paid' || status === 'pending_payment' ? status : 'all',
    onlyWithNotes: query.get('notes') === '1',
    onlyUnused: query.get('unused') === '1',
  };
}
