import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The server's entries keep their names: the app is index.js, and each thread's file stands beside it.
  serverBuildFile: '[name].js',
  // The whole route table is small: no /__manifest requests, so no second way to ask for a route.
  routeDiscovery: { mode: 'initial' },
  // Foreign requests are refused at the edge (app/platform/http/guards/cross-site.server.ts), which knows the public address behind a
  // proxy and forms of a page without referrer; the framework's own look at the origin refuses both.
  allowedActionOrigins: ['**'],
} satisfies Config;
