/** Names of our own where the field has a word (docs/glossary.md), and names that are exported for two things. Exits with 1 on a breach. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { declaredNames } from './declared-names.ts';
import { codeFiles, sourceFiles, testFiles } from './source-files.ts';

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
  takers: 'recipients',
  shelf: 'store',
  vitals: 'health',
  turn: 'slot',
  turns: 'slots, semaphore, concurrency',
  steer: 'manage',
  wire: 'api, dto, transport',
  lone: 'single',
  party: 'waitlistEntry, group',
  parties: 'waitlistEntries, groups',
  said: 'given, stated',
  means: 'tender, payment method',
  tend: 'process',
  tends: 'processes',
  steering: 'managing',
  follower: 'subscriber',
  followers: 'subscribers',
  deaf: 'disconnected',
  hearing: 'connected',
  everybodys: 'transient',
  guesser: 'code guessing',
  condition: 'health',
  wish: 'request',
  wishes: 'requests',
  giver: 'sender',
  givers: 'senders, transfers',
  gifts: 'transfers',
};
const FIELD_PHRASES: Readonly<Record<string, string>> = {
  'at-pace': 'checkoutQueue',
  'waiting-line': 'checkoutQueue',
  'put-back': 'requeue',
  'take-back': 'undoScan, requeue, revoke',
  'taken-back': 'undone, requeued, revoked',
  'giving-up': 'abandoning',
  'look-again': 'refresh',
  'early-choice': 'preHydrationInput',
  'within-reach': 'offlineSafe',
  'first-sign': 'onFirstInteraction',
  'when-quiet': 'whenIdle',
  'answer-once': 'idempotent',
  'filling-order': 'restoreOrder',
  'admin-status': 'adminHealth',
  'draft-of': 'toDraft',
  'give-back': 'refund, restore',
};
/** A booklet's pages are turned, WebAuthn calls a site a relying party. */
const FIELD_TERMS = ['page-turns', 'PageTurns', 'createPageTurns', 'relying-party', 'relyingParty', 'RelyingParty'];
const ALLOWED = new Set(FIELD_TERMS);
/** What the framework asks of a route module, and what each feature declares under the same name. */
const CONVENTIONS = new Set(
  ('action loader clientAction clientLoader meta headers handle links middleware shouldRevalidate ErrorBoundary HydrateFallback default Props ' +
    'calls editorCalls pages panels staffPages tables invariants personalData').split(' '),
);
const EXPORTED = /^export (?:default )?(?:async )?(?:function\*?|class|interface|type|const) (\w+)/gm;

const files = [...['app', 'db', 'scripts', 'bench'].flatMap(sourceFiles).filter((path) => !/\.d\.tsx?$/.test(path)), 'serve.ts', 'server.js'];
const tests = [...['app', 'db', 'scripts', 'bench'].flatMap(testFiles), ...codeFiles('tests')];
const codeOf = new Map([...files, ...tests].map((path) => [path, readFileSync(path, 'utf8')]));
const exportsOf = new Map<string, string[]>();
for (const path of files) {
  for (const [, name = ''] of codeOf.get(path)?.matchAll(EXPORTED) ?? []) exportsOf.set(name, [...(exportsOf.get(name) ?? []), path]);
}

const inFiles = [...files, ...tests].map((path) => ({ path, name: basename(path).replace(/\..*/, '') }));
/** What a column, the API, a mail that waits or a library calls so. */
const NAMED_ELSEWHERE = new Set('means turns party waitingParties partiesWaiting takers pagesTold askedAt providerAskedAt toldAt toldDate toldStarts toldEnds toldWithdrawn takenBackAt'.split(' '));
const inDeclarations = [...codeOf]
  .flatMap(([path, code]) => [...declaredNames(path, code)].map((name) => ({ path, name })))
  .filter(({ name }) => !NAMED_ELSEWHERE.has(name));
const inExports = [...exportsOf].map(([name, [path = '']]) => ({ path, name }));
const problems = [...inFiles, ...inExports, ...inDeclarations].flatMap(({ path, name }) => {
  const words = ALLOWED.has(name) ? [] : wordsOf(name);
  const pairs = words.map((word, at) => `${word}-${words[at + 1] ?? ''}`);
  const own = words.find((one) => Object.hasOwn(FIELD_WORDS, one)) ?? pairs.find((one) => Object.hasOwn(FIELD_PHRASES, one));
  return own === undefined ? [] : [`${path}: ${name}: for '${own}' the field says ${FIELD_WORDS[own] ?? FIELD_PHRASES[own]} (docs/glossary.md)`];
});
const doubles = [...exportsOf].filter(([name, paths]) => !CONVENTIONS.has(name) && paths.some((path) => path.startsWith('app/') && path !== paths[0]));
for (const [name, paths] of doubles) problems.push(`${name} is exported for two things: ${paths.join(', ')}`);

console.log(`names: ${exportsOf.size} exported, ${doubles.length} of them twice`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function wordsOf(name: string): string[] {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase().split(/[-_]/);
}
