import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { drawWaitingPages } from './drawing/service.server.ts';
import { readWaitingBooklets } from './reading/service.server.ts';
import { bookletFileName } from './service.server.ts';

const READ_EVERY_MS = 3_000;

export const booklets: Feature = {
  calls,
  jobs: ({ deps, changed }) => [
    {
      name: 'booklet texts',
      everyMs: READ_EVERY_MS,
      round: async (ending) => {
        if (await readWaitingBooklets(deps, ending)) changed();
      },
    },
    {
      name: 'booklet pages',
      everyMs: READ_EVERY_MS,
      round: async (ending) => {
        if (await drawWaitingPages(deps, ending)) changed();
      },
    },
  ],
  fileReaders: {
    booklets: async (deps, file) => {
      const downloadName = await bookletFileName(deps, file);
      return downloadName === null ? 'refused' : { to: 'everyone', downloadName };
    },
  },
};
