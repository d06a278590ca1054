import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';

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

let undrawn: string | null = null;

/** The server as it ships, but for its drawing. */
export function undrawnBuild(): string {
  if (undrawn === null) {
    const folder = copyBuild(`undrawn-${process.pid}`);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    undrawn = new URL('index.js', folder).href;
  }
  return undrawn;
}
