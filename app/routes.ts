import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The URL map of the product (spec §2). Who may open each is said in `http/permissions.server.ts`. */
export default [
  index('features/pages/screens/home.tsx'),
  route('*', 'features/pages/screens/unknown-path.tsx'),
] satisfies RouteConfig;
