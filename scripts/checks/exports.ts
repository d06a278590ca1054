import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sourceFiles } from './source-files.ts';

const MOST_NAMES = 150;
const FEATURES = 'app/features';
const OF_A_ROUTE_MODULE = new Set('default loader clientLoader action clientAction meta headers handle links shouldRevalidate ErrorBoundary HydrateFallback middleware'.split(' '));
const DECLARED = /^export (?:async )?(?:function\*?|class|interface|type|const|let|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;

const counts = readdirSync(FEATURES).map((feature) => ({ feature, names: namesOf(join(FEATURES, feature)) })).toSorted((one, other) => other.names - one.names);
const tooMany = counts.filter(({ names }) => names > MOST_NAMES);

console.log(`exported names: ${counts.slice(0, 3).map(({ feature, names }) => `${feature} ${names}`).join(', ')}`);
for (const { feature, names } of tooMany) console.error(`${feature} exports ${names} names, at most ${MOST_NAMES}: split it by what owns data, an integration or a lifecycle`);
if (tooMany.length > 0) process.exit(1);

function namesOf(folder: string): number {
  const codes = sourceFiles(folder).map((path) => readFileSync(path, 'utf8'));
  const declared = codes.flatMap((code) => [...code.matchAll(DECLARED)].map(([, name = '']) => name)).filter(isCounted);
  const passedOn = codes.flatMap((code) => [...code.matchAll(LISTED)].flatMap(([, list = '']) => list.split(',').map((one) => one.trim().split(' ').at(-1) ?? ''))).filter(isCounted);
  const own = new Set(declared);
  return declared.length + new Set(passedOn.filter((name) => !own.has(name))).size;
}

function isCounted(name: string): boolean {
  return name !== '' && !OF_A_ROUTE_MODULE.has(name);
}
