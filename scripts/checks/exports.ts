import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sourceFiles } from './source-files.ts';

const MOST_NAMES = 150;
const FEATURES = 'app/features';
const OF_A_ROUTE_MODULE = 'loader|clientLoader|action|clientAction|meta|headers|handle|links|shouldRevalidate|ErrorBoundary|HydrateFallback|middleware';
const EXPORTED = new RegExp(`^export (?:async )?(?:function\\*?|class|interface|type|const|let|enum) (?!(?:${OF_A_ROUTE_MODULE})\\b)\\w`, 'gm');

const counts = readdirSync(FEATURES).map((feature) => ({ feature, names: namesOf(join(FEATURES, feature)) })).toSorted((one, other) => other.names - one.names);
const tooMany = counts.filter(({ names }) => names > MOST_NAMES);

console.log(`exported names: ${counts.slice(0, 3).map(({ feature, names }) => `${feature} ${names}`).join(', ')}`);
for (const { feature, names } of tooMany) console.error(`${feature} exports ${names} names, at most ${MOST_NAMES}: split it by what owns data, an integration or a lifecycle`);
if (tooMany.length > 0) process.exit(1);

function namesOf(folder: string): number {
  return sourceFiles(folder).reduce((sum, path) => sum + [...readFileSync(path, 'utf8').matchAll(EXPORTED)].length, 0);
}
