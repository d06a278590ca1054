import { MemoryLocker } from '@tus/server';

import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { removeDeletedFiles, sweepFiles } from './upkeep/service.server.ts';
import { tables } from './tables.ts';
import { uploadLocks } from './uploads/tus.server.ts';

const REMOVE_EVERY_MS = 30_000;
const SWEEP_EVERY_MS = 60 * 60_000;

export const files: Feature = {
  open: () => [uploadLocks.opened(new MemoryLocker())],
  calls,
  jobs: ({ deps }) => [
    { name: 'deleted files', title: 'Llevar arxius esborrats', everyMs: REMOVE_EVERY_MS, round: () => removeDeletedFiles(deps) },
    { name: 'files', title: 'Netejar arxius abandonats', everyMs: SWEEP_EVERY_MS, round: () => sweepFiles(deps) },
  ],
  tables,
};
