/** Names of our own where the field has a word (docs/glossary.md), and names that are exported for two things. Exits with 1 on a breach. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { sourceFiles } from './source-files.ts';

const FIELD_WORDS: Readonly<Record<string, string>> = {
  kept: 'cached, stored, saved or retained',
  told: 'notified, reported',
  tell: 'notify, announce, report',
  tells: 'notifies, reports',
  asked: 'requested, input',
  heard: 'received',
  shown: 'visible, displayed, view',
  gift: 'transfer',
  taker: 'recipient',
  shelf: 'store',
  vitals: 'health',
  turn: 'slot',
  turns: 'slots, semaphore, concurrency',
  steer: 'manage',
  wire: 'api, dto, transport',
  lone: 'single',
  party: 'waitlistEntry, group',
  parties: 'waitlistEntries, groups',
};
/** A booklet's pages are turned, WebAuthn calls a site a relying party. */
const FIELD_TERMS = ['page-turns', 'PageTurns', 'createPageTurns', 'relying-party', 'relyingParty', 'RelyingParty'];
/** Until they are renamed: no more than these. */
const ALLOWED_FOR_NOW = ['scan-turns', 'ScanTurns', 'pay-turn', 'PayTurn', 'markTold', 'markAsked', 'markShown', 'selectRefundTold', 'PartyRow', 'Shown', 'tellsOfAnOldPage', 'markToldByWebhook', 'withPasswordsKept'];
const ALLOWED = new Set([...FIELD_TERMS, ...ALLOWED_FOR_NOW]);
/** What the framework asks of a route module, and what each feature declares under the same name. */
const CONVENTIONS = new Set(
  ('action loader clientAction clientLoader meta headers handle links middleware shouldRevalidate ErrorBoundary HydrateFallback default Props ' +
    'calls editorCalls pages panels staffPages tables invariants personalData').split(' '),
);
/** Until all are renamed: no more than there are. */
const MOST_DOUBLES = 78;
const EXPORTED = /^export (?:default )?(?:async )?(?:function\*?|class|interface|type|const) (\w+)/gm;

const files = ['app', 'scripts', 'bench'].flatMap(sourceFiles).filter((path) => !/\.d\.tsx?$/.test(path));
const exportsOf = new Map<string, string[]>();
for (const path of files) {
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(EXPORTED)) exportsOf.set(name, [...(exportsOf.get(name) ?? []), path]);
}

const inFiles = files.map((path) => ({ path, name: basename(path).replace(/\..*/, '') }));
const inExports = [...exportsOf].map(([name, [path = '']]) => ({ path, name }));
const problems = [...inFiles, ...inExports].flatMap(({ path, name }) => {
  const word = ALLOWED.has(name) ? undefined : wordsOf(name).find((one) => Object.hasOwn(FIELD_WORDS, one));
  return word === undefined ? [] : [`${path}: ${name}: for '${word}' the field says ${FIELD_WORDS[word]} (docs/glossary.md)`];
});
const doubles = [...exportsOf].filter(([name, paths]) => !CONVENTIONS.has(name) && paths.some((path) => path.startsWith('app/') && path !== paths[0]));
for (const [name, paths] of doubles.length > MOST_DOUBLES ? doubles : []) problems.push(`${name} is exported for two things: ${paths.join(', ')}`);

console.log(`names: ${exportsOf.size} exported, ${doubles.length} of them twice`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function wordsOf(name: string): string[] {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase().split(/[-_]/);
}
