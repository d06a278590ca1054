import * as build from 'virtual:react-router/server-build';
import { fileURLToPath } from 'node:url';

import { assembleApp, type App } from './assemble.server.ts';
import type { Neighbours } from './neighbours.server.ts';

export { readEnv } from './env.server.ts';
export { createLogger } from './http/log.server.ts';
export { openNeighbours, type OpenNeighbours } from './open-neighbours.server.ts';

/** What tests stop and steer; empty in the real build. */
export { onPausePoint } from './adapters/pause-points.server.ts';

/** The one entry of the server build: the whole app between its neighbours and `fetch`. */
export function createApp(neighbours: Neighbours): App {
  return assembleApp(neighbours, { build, clientDir: fileURLToPath(new URL('../client', import.meta.url)) });
}
