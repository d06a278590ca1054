import type { Right } from '#app/domain/people/rights.ts';
import { hasShift, type ShiftStanding } from '#app/domain/shifts/standing.ts';
import { PAGES } from '#app/features.ts';
import type { Audience } from '#app/platform/http/page.ts';

export interface AdminNavItem {
  to: string;
  audience: Audience;
  name: string;
  text: string;
  /** The feature whose icon is shown. */
  feature: string;
  order: number;
  /** What addresses of other pages begin with that stand under this entry. */
  above: readonly string[];
}

const ITEMS: readonly AdminNavItem[] = PAGES.flatMap(({ path, screen, audience, adminNav }) => {
  if (adminNav === undefined) return [];
  const to = beginningOf(path);
  return [{ to, audience, feature: featureOf(screen), ...adminNav, above: [...new Set(PAGES.filter(({ under }) => under === to).map((page) => beginningOf(page.path)))] }];
}).toSorted((one, other) => one.order - other.order);

/** 'features/till/admin/till.tsx' */
function featureOf(screen: string): string {
  return screen.split('/')[1] ?? '';
}

function beginningOf(path: string): string {
  return path.replace(/\/:.*$/, '');
}

export function adminNavFor({ rights, shift }: { rights: readonly Right[]; shift?: ShiftStanding }): AdminNavItem[] {
  return ITEMS.filter(({ audience }) => {
    if (typeof audience !== 'object') return audience === 'staff' && rights.length > 0;
    return rights.includes(audience.right) || (audience.orShift === true && hasShift(shift, audience.right));
  });
}
