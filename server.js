import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/* JavaScript, since what takes the types out of a program (Node's own, by WebAssembly) stays in its memory. */

let isStopping = false;
if (existsSync(join(import.meta.dirname, 'app/routes.ts'))) {
  const building = spawn(process.execPath, [join(import.meta.dirname, 'scripts/build.ts')], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true;
      building.kill(signal);
    });
  }
  const [code] = await once(building, 'exit');
  if (isStopping || code !== 0) process.exit(isStopping ? 0 : 1);
}
const { serve } = await import('./build/server/serve.js');
process.exit(isStopping ? 0 : await serve());
