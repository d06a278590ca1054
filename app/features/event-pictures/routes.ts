import type { Panel } from '#app/platform/http/page.ts';

export const panels: readonly Panel[] = [{ on: '/admin/events/edit/:eventId', screen: 'features/event-pictures/admin/picture-panel.tsx' }];
