import type { Right } from '#app/domain/people/rights.ts';
import { PAGES } from '#app/features.ts';
import type { AdminIcon, Audience } from '#app/http/page.ts';

export interface AdminNavItem {
  to: string;
  audience: Audience;
  name: string;
  text: string;
  icon: AdminIcon;
  place: number;
}

const ITEMS: readonly AdminNavItem[] = PAGES.flatMap(({ path, audience, adminNav }) => (adminNav === undefined ? [] : [{ to: path.replace(/\/:\w+\?$/, ''), audience, ...adminNav }])).toSorted(
  (one, other) => one.place - other.place,
);

export function adminNavFor(rights: readonly Right[]): AdminNavItem[] {
  return ITEMS.filter(({ audience }) => (typeof audience === 'object' ? rights.includes(audience.right) : audience === 'staff'));
}
