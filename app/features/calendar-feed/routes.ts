import type { Panel } from '#app/platform/http/page.ts';

export const panels: readonly Panel[] = [{ on: '/calendar', screen: 'features/calendar-feed/pages/feed-panel.tsx' }];
