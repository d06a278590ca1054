/**
 * The import law: who may know whom. Prints each breach and ends with 1, or says how many files it read.
 *
 *  1. domain/ imports only domain/ (and the time zone library); design/ui/ imports only design/ui/; platform/ and design/
 *     know no feature and nothing that gathers features, by type either.
 *  2. schema.ts imports domain/, zod and what derives a schema from a table of fields; outside the server, schemas are imported as types only.
 *  3. A store is imported by its own feature's server files.
 *  4. Of another feature only a service.server.ts is imported (its own or one of its sub-folders'), by server files and
 *     route modules; types of its schemas by anyone. Neither features nor files form a circle, by value or by type. What all features bring is handed to `open`.
 *  5. Server files are imported by server files and by route modules.
 *  6. process.env, the clock and randomness are each read in one file.
 *  7. The address of a page is the `url` that its loader and action are given: `request.url` ends in `.data` where scripts
 *     ask. Only what stands before the framework reads that.
 *  8. No folder holds more than 25 files side by side, and a feature's folders bear the house's words: pages, admin, client, mails.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { PAGES, PANELS } from '../../app/features.ts';
import { sourceFiles } from './source-files.ts';

interface Import {
  target: string;
  typeOnly: boolean;
}

interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
}

const OTHER_WORDS: Record<string, string> = { screens: 'pages', page: 'pages', components: 'pages', editor: 'admin', viewer: 'client' };
const RUN_WITHOUT_AN_APP = ['app/features/doctor/doctor.server.ts', 'app/features/personal-data/service.server.ts'];
const BELOW_FEATURES = ['domain', 'platform', 'design'];
const RECORD_SCHEMA = 'app/platform/http/record-schema.ts';
const MAX_FILES_IN_A_FOLDER = 25;
/** They are asked for what the browser asks for, data requests among it. */
const BEFORE_THE_FRAMEWORK = ['app/platform/http/entrance.server.ts', 'app/platform/http/answers/page-cache.server.ts', 'app/features/site/errors/recovery-answer.server.ts', 'app/entry.server.tsx'];
const GROWING_FOLDERS = new Set(['db/migrations', 'docs/screenshots', 'app/design/ui/fonts']);

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g;

const files = sourceFiles('app').map(readSource);
const layouts = [...readFileSync('app/routes.ts', 'utf8').matchAll(/'(features\/[^']+\.tsx)'/g)].map(([, path]) => path);
const routeModules = new Set([...PAGES, ...PANELS].map(({ screen }) => screen).concat(layouts as string[], 'root.tsx').map((path) => `app/${path}`));
const breaches: string[] = [];

for (const file of files) {
  for (const link of file.imports) check(file, link);
  checkOneReader(file);
}
checkCircles('features', (path) => feature(path));
checkCircles('files', (path) => path);
checkFolders();

for (const breach of breaches) console.error(breach);
if (breaches.length > 0) process.exit(1);
console.log(`import law: ${files.length} files, no breach`);

function check(file: SourceFile, { target, typeOnly }: Import): void {
  const from = file.path;
  const isLocal = target.startsWith('app/');
  if (room(from) === 'domain') {
    const allowed = isLocal ? room(target) === 'domain' : target === 'temporal-polyfill';
    if (!allowed) breach(from, target, 'domain/ imports only domain/');
    return;
  }
  if (isUi(from) && isLocal && !isUi(target)) breach(from, target, 'design/ui/ imports only design/ui/');
  if (BELOW_FEATURES.includes(room(from)) && isLocal && !BELOW_FEATURES.includes(room(target))) breach(from, target, `${room(from)}/ knows no feature, and nothing that gathers them`);
  if (from.endsWith('/schema.ts')) {
    const allowed = isLocal ? room(target) === 'domain' || target === RECORD_SCHEMA : target === 'zod';
    if (!allowed) breach(from, target, 'a schema imports domain/, zod and record-schema.ts');
    return;
  }
  if (!isLocal) return;
  if (target.endsWith('/schema.ts') && !typeOnly && !isServer(from) && !isTestOnly(from)) {
    breach(from, target, 'outside the server, schemas are imported as types only');
  }
  if (isServer(target) && !typeOnly && !isServer(from) && !routeModules.has(from)) {
    breach(from, target, 'server files are imported by server files and route modules');
  }
  const own = feature(from);
  const theirs = feature(target);
  if (own !== null && target === 'app/features.server.ts' && !RUN_WITHOUT_AN_APP.includes(from)) breach(from, target, 'what all features bring is handed to `open`');
  if (theirs === null || own === theirs) return;
  if (target.endsWith('store.server.ts')) breach(from, target, 'a store belongs to its own feature');
  if (own === null) return;
  const isOffered = target.endsWith('/service.server.ts') || (target.endsWith('/schema.ts') && typeOnly);
  if (!isOffered) breach(from, target, 'of another feature only a service and types of its schemas');
}

/** `new Date(x)` with an argument is arithmetic; without one it reads the clock. */
function checkOneReader({ path, text }: SourceFile): void {
  const readers: [RegExp, string[], string][] = [
    [/process\.env\b/, ['app/platform/env.server.ts'], 'process.env is read in env.server.ts'],
    [/new Date\(\)|Date\.now\(\)/, ['app/platform/adapters/clock.server.ts', 'app/design/ui/browser-facts.ts'], 'the time is read in the clock'],
    [/Math\.random|randomUUID|randomBytes|getRandomValues/, ['app/platform/adapters/ids.server.ts', 'app/design/ui/browser-facts.ts'], 'randomness is read in ids'],
    [/\brequest\.url\b|\{[^{}]*\burl\b[^{}]*\}\s*=\s*(?:args\.)?request\b/, BEFORE_THE_FRAMEWORK, 'a page is given its address as `url`; request.url ends in .data where scripts ask'],
  ];
  for (const [pattern, allowed, rule] of readers) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    if (pattern.test(code) && !allowed.includes(path)) breaches.push(`${path}: ${rule}`);
  }
}

function checkCircles(what: string, placeOf: (path: string) => string | null): void {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const own = placeOf(file.path);
    if (own === null) continue;
    const known = graph.get(own) ?? new Set();
    graph.set(own, known);
    for (const { target } of file.imports) {
      const theirs = placeOf(target);
      if (theirs !== null && theirs !== own && target.startsWith('app/')) known.add(theirs);
    }
  }
  const done = new Set<string>();
  const walk = (name: string, trail: string[]): void => {
    if (trail.includes(name)) {
      breaches.push(`${what} in a circle: ${[...trail.slice(trail.indexOf(name)), name].join(' -> ')}`);
      return;
    }
    if (done.has(name)) return;
    for (const next of graph.get(name) ?? []) walk(next, [...trail, name]);
    done.add(name);
  };
  for (const name of graph.keys()) walk(name, []);
}

function checkFolders(): void {
  for (const root of ['app', 'db', 'tests', 'scripts', 'bench', 'docs']) {
    const counts = new Map<string, number>();
    for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
    }
    for (const [folder, count] of counts) {
      const word = /^app\/features\/[^/]+\/(?:.+\/)?([^/]+)$/.exec(folder)?.[1] ?? '';
      if (Object.hasOwn(OTHER_WORDS, word)) breaches.push(`${folder}: called ${OTHER_WORDS[word]} in this house`);
      if (count > MAX_FILES_IN_A_FOLDER && !GROWING_FOLDERS.has(folder)) breaches.push(`${folder}: ${count} files side by side, at most ${MAX_FILES_IN_A_FOLDER}`);
    }
  }
}

function breach(from: string, target: string, rule: string): void {
  breaches.push(`${from} -> ${target}: ${rule}`);
}

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(IMPORT)].map((match): Import => {
    const specifier = match[2] ?? match[3]!;
    const target = specifier.startsWith('#app/')
      ? `app/${specifier.slice(5)}`
      : specifier.startsWith('.')
        ? normalize(join(dirname(path), specifier))
        : specifier;
    return { target: target.replace(/\?.*$/, ''), typeOnly: match[1] !== undefined };
  });
  return { path, text, imports: imports.filter(({ target }) => !target.includes('+types')) };
}

function isUi(path: string): boolean {
  return path.startsWith('app/design/ui/');
}

function room(path: string): string {
  return path.split('/')[1] ?? '';
}

function feature(path: string): string | null {
  return /^app\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function isServer(path: string): boolean {
  return /\.server\.tsx?$/.test(path) || path === 'app/entry.server.tsx' || path.includes('/mails/');
}

function isTestOnly(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}
