import type { Panel } from '#app/http/page.ts';

export const panels: readonly Panel[] = [{ on: '/admin/events/edit/:eventId', screen: 'features/event-pictures/picture-panel.tsx' }];
