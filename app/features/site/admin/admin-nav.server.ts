import type { Right } from '#app/domain/people/rights.ts';
import { PAGES } from '#app/features.ts';
import type { AdminIcon, Audience } from '#app/platform/http/page.ts';

export interface AdminNavItem {
  to: string;
  audience: Audience;
  name: string;
  text: string;
  icon: AdminIcon;
  place: number;
  /** What addresses of other pages begin with that stand under this entry. */
  above: readonly string[];
}

const ITEMS: readonly AdminNavItem[] = PAGES.flatMap(({ path, audience, adminNav }) => {
  if (adminNav === undefined) return [];
  const to = beginningOf(path);
  return [{ to, audience, ...adminNav, above: [...new Set(PAGES.filter(({ under }) => under === to).map((page) => beginningOf(page.path)))] }];
}).toSorted((one, other) => one.place - other.place);

function beginningOf(path: string): string {
  return path.replace(/\/:.*$/, '');
}

export function adminNavFor(rights: readonly Right[]): AdminNavItem[] {
  return ITEMS.filter(({ audience }) => (typeof audience === 'object' ? rights.includes(audience.right) : audience === 'staff'));
}
