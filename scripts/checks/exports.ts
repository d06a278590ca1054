import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sourceFiles } from './source-files.ts';

const MOST_NAMES = 150;
const ALLOWED_FOR_NOW: Readonly<Record<string, number>> = { till: 160 };
const FEATURES = 'app/features';
const OF_A_ROUTE_MODULE = 'loader|clientLoader|action|clientAction|meta|headers|handle|links|shouldRevalidate|ErrorBoundary|HydrateFallback|middleware';
const EXPORTED = new RegExp(`^export (?:async )?(?:function\\*?|class|interface|type|const|let|enum) (?!(?:${OF_A_ROUTE_MODULE})\\b)\\w`, 'gm');

const counts = readdirSync(FEATURES).map((feature) => ({ feature, names: namesOf(join(FEATURES, feature)) })).toSorted((one, other) => other.names - one.names);
const tooMany = counts.filter(({ feature, names }) => names > (ALLOWED_FOR_NOW[feature] ?? MOST_NAMES));
const idle = Object.keys(ALLOWED_FOR_NOW).filter((feature) => counts.some((one) => one.feature === feature && one.names <= MOST_NAMES));

console.log(`exported names: ${counts.slice(0, 3).map(({ feature, names }) => `${feature} ${names}`).join(', ')}`);
for (const { feature, names } of tooMany) console.error(`${feature} exports ${names} names, at most ${ALLOWED_FOR_NOW[feature] ?? MOST_NAMES}: split it by what owns data, an integration or a lifecycle`);
for (const feature of idle) console.log(`${feature} is small enough by now: its allowance can go`);
if (tooMany.length > 0) process.exit(1);

function namesOf(folder: string): number {
  return sourceFiles(folder).reduce((sum, path) => sum + [...readFileSync(path, 'utf8').matchAll(EXPORTED)].length, 0);
}
