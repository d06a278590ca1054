import type { LucideIcon } from 'lucide-react';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';

const ICONS = import.meta.glob<LucideIcon>('/app/features/*/admin-icon.ts', { eager: true, import: 'AdminIcon' });

export function hasAdminIcon(feature: string): boolean {
  return ICONS[`/app/features/${feature}/admin-icon.ts`] !== undefined;
}

export function adminIconOf(feature: string): LucideIcon {
  return ICONS[`/app/features/${feature}/admin-icon.ts`] ?? LayoutDashboard;
}
