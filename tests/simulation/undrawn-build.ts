import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

const buildFolder = new URL('../../build/', import.meta.url);

/** Answers at once what the drawing of a ticket would after a while: most of a year's time goes into pictures that nobody looks at. */
const STAND_IN = `process.on('disconnect', () => process.exit());
process.on('message', ({ id }) => process.send({ id, output: new TextEncoder().encode('%PDF-1.7 not drawn') }));
`;
const CHILD = 'ticket-renderer.child.js';

/** Another folder with the built server, whose programs a mutant may change, and which draws no tickets. Its address. */
export function copyBuild(name: string): URL {
  const folder = new URL(`mutant-${name}/`, buildFolder);
  cpSync(new URL('server/', buildFolder), folder, { recursive: true });
  if (!existsSync(new URL(CHILD, folder))) throw new Error(`the built server has no ${CHILD}`);
  writeFileSync(new URL(CHILD, folder), STAND_IN);
  return folder;
}

export const shippedBuild = new URL('server/index.js', buildFolder).href;

let undrawn: string | null = null;

/** The server as it ships, but for its drawing; of this process alone. */
export function undrawnBuild(): string {
  if (undrawn === null) {
    removeLeftOnes();
    undrawn = new URL('index.js', copyBuild(`undrawn-${process.pid}`)).href;
  }
  return undrawn;
}

/** Of processes that are no more. */
function removeLeftOnes(): void {
  for (const name of readdirSync(buildFolder)) {
    const pid = Number(/^mutant-undrawn-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(new URL(name, buildFolder), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
