import { once } from 'node:events';

import { serve } from '../../../serve.ts';

/*
 * The server as it ships, between its real dependencies, with a checkpoint of the tests' own: at its first arrival at the
 * place named as its argument it says so and waits. SIGUSR2 lets it go on; a SIGKILL is the plug pulled at that very place.
 */
const place = process.argv[2];
let waited = false;

process.exit(
  await serve((shipped) => ({
    ...shipped,
    async checkpoint(name) {
      if (name !== place || waited) return;
      waited = true;
      // A signal that nobody listens to yet would end the process.
      const resumed = once(process, 'SIGUSR2');
      console.log(`at ${name}`);
      await resumed;
    },
  })),
);
