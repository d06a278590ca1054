import type { Audience } from './page.ts';

/** By the right, or by a shift at the till of an event. */
export const AT_THE_TILL = { right: 'till', orShift: true } as const satisfies Audience;

/** Also of a shift that is over, for whoever has its drawer open still. */
export const OWN_DRAWER = { right: 'till', orShift: true, orOwnDrawer: true } as const satisfies Audience;
