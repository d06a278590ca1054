/** True only in the build that the tests load (`COMBOI_BUILD=test`). */
declare const __TEST_BUILD__: boolean;

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';
  const build: ServerBuild;
  export = build;
}
