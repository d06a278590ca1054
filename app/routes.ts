import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';

import { PAGES, PANELS } from './features.ts';
import type { Page } from './http/page.ts';

/** The URL map, made of what the features declare. */
function routeOf({ path, screen, id }: Page): RouteConfigEntry {
  const options = id === undefined ? {} : { id };
  const panels = PANELS.filter((panel) => panel.on === path).map((panel) => index(panel.screen));
  return path === '/' ? index(screen, options) : route(path.slice(1), screen, options, panels);
}

export default [
  layout('features/site/layout/site-layout-route.tsx', PAGES.filter((page) => !page.bare).map(routeOf)),
  ...PAGES.filter((page) => page.bare).map(routeOf),
] satisfies RouteConfig;
