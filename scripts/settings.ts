import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import type * as Comboi from '../app/app.server.ts';
import { StartRefusal } from '../app/platform/start-refusal.server.ts';
import { buildIfNeeded } from './build.ts';

/* `npm run settings -- --file association.json`: `{ identity, contact, legal }`, each as the API takes it and each optional. It says what was wrong and then changes nothing of that section. */

const USAGE = 'npm run settings -- --file association.json';

const variables = { ...process.env };
process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof StartRefusal || (error instanceof Error && error.name === 'StartRefusal') ? error.message : error);
  return 1;
});

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { file: { type: 'string' } } });
  if (values.file === undefined) {
    console.error(`Usage: ${USAGE}`);
    return 1;
  }
  const text = await readFile(values.file, 'utf8').catch(() => null);
  if (text === null) {
    console.error(`${values.file} can not be read.`);
    return 1;
  }
  const settings = readJson(text);
  if (settings === null) {
    console.error(`${values.file} is no JSON object.`);
    return 1;
  }
  process.env['NODE_ENV'] = 'production';
  await buildIfNeeded();
  const comboi = (await import(new URL('../build/server/index.js', import.meta.url).href)) as typeof Comboi;
  const { deps, close } = await comboi.openDeps(comboi.readEnv(variables), { log: comboi.createLogger({ level: 'warn', pretty: true }) });
  try {
    const { saved, problems } = await comboi.applySettings(deps, settings);
    for (const problem of problems) console.error(problem);
    for (const section of saved) console.log(`Saved: ${section}.`);
    return problems.length > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
