import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { drawWaitingPages } from './page-images/service.server.ts';
import { readWaitingBooklets } from './text-extraction/service.server.ts';
import { bookletFileName } from './service.server.ts';
import { tables } from './tables.ts';

const READ_EVERY_MS = 3_000;

export const booklets: Feature = {
  calls,
  jobs: ({ deps }) => [
    { name: 'booklet texts', title: 'Llegir el text dels llibrets', everyMs: READ_EVERY_MS, round: (ending) => readWaitingBooklets(deps, ending) },
    { name: 'booklet pages', title: 'Dibuixar les pàgines dels llibrets', everyMs: READ_EVERY_MS, round: (ending) => drawWaitingPages(deps, ending) },
  ],
  fileReaders: {
    booklets: async (deps, file) => {
      const downloadName = await bookletFileName(deps, file);
      return downloadName === null ? 'refused' : { to: 'everyone', downloadName };
    },
  },
  tables,
};
