import { PUBLIC_PAGES } from '#app/features.ts';

/** In the order of spec §2. */
export const NAV_ITEMS = PUBLIC_PAGES.flatMap(({ path, nav }) => (nav === undefined ? [] : [{ to: path, ...nav }])).toSorted((one, other) => one.order - other.order);
