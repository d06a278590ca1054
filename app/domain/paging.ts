export interface PageOfList {
  page: number;
  pages: number;
  limit: number;
  offset: number;
}

export function pageOfList({ total, page, size }: { total: number; page: number; size: number }): PageOfList {
  const pages = Math.max(1, Math.ceil(total / size));
  const current = Math.min(Math.max(1, page), pages);
  return { page: current, pages, limit: size, offset: (current - 1) * size };
}
