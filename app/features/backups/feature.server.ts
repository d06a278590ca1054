import type { Feature } from '#app/feature.server.ts';

import { backUpWhenDue } from './service.server.ts';

const LOOK_EVERY_MS = 10 * 60_000;

export const backups: Feature = {
  /** The operator of an external database backs it up; a demo holds nothing worth it. */
  jobs: ({ deps }) => (deps.env.databaseUrl === null && !deps.env.demo ? [{ name: 'backups', title: 'Còpies de seguretat', everyMs: LOOK_EVERY_MS, round: async () => void (await backUpWhenDue(deps)) }] : []),
};
