import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';

import { PAGES, PANELS } from './features.ts';
import type { Page } from './platform/http/page.ts';

function routeOf({ path, screen, id }: Page): RouteConfigEntry {
  const options = id === undefined ? {} : { id };
  const panels = PANELS.filter((panel) => panel.on === path).map((panel) => index(panel.screen));
  return path === '/' ? index(screen, options) : route(path.slice(1), screen, options, panels);
}

const isAdminPage = ({ path }: Page): boolean => path === '/admin' || path.startsWith('/admin/');
const framed = PAGES.filter((page) => !page.bare);

export default [
  layout('features/site/layout/site-layout-route.tsx', [
    ...framed.filter((page) => !isAdminPage(page)).map(routeOf),
    layout('features/site/admin/admin-layout-route.tsx', framed.filter(isAdminPage).map(routeOf)),
  ]),
  layout('features/site/layout/bare-layout-route.tsx', PAGES.filter((page) => page.bare).map(routeOf)),
] satisfies RouteConfig;
