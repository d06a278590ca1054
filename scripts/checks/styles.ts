/** Styles: no rule of three declarations stands twice, no class holds a whole primitive without composing it, every class is read by a component and each that is read exists. Exits with 1 on a breach. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Rule {
  path: string;
  line: number;
  selector: string;
  declarations: string[];
  /** Below another rule or a condition, where nothing can be composed. */
  isNested: boolean;
}

const PRIMITIVES = 'app/design/ui/layout/primitives.module.css';
const SHORTEST = 3;
const SHORTEST_PRIMITIVE = 2;
const CLASS = /^\.\w+$/;

const paths = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((path) => join('app', path));
const sheets = new Map(paths.filter((path) => path.endsWith('.module.css')).map((path) => [path, readFileSync(path, 'utf8')]));
const rules = [...sheets].flatMap(([path, css]) => rulesOf(path, css));
const primitives = wholePrimitives();
const breaches = [...writtenTwice(), ...wholePrimitivesInside(), ...classesNobodyReads(), ...classesNobodyDefines()];

for (const breach of breaches) console.error(breach);
if (breaches.length > 0) process.exit(1);
console.log(`styles: ${rules.length} rules in ${sheets.size} modules, none written twice, no primitive written out, no class unread or undefined`);

function rulesOf(path: string, css: string): Rule[] {
  const open: Rule[] = [];
  const found: Rule[] = [];
  let line = 1;
  const text = css.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  for (const [whole, words = '', end] of text.matchAll(/([^{};]*)([{};])/g)) {
    const code = words.trim().replaceAll(/\s+/g, ' ');
    if (end === '{') open.push({ path, line: line + (/^\s*/.exec(words)?.[0].split('\n').length ?? 1) - 1, selector: code, declarations: [], isNested: open.length > 0 });
    else if (code !== '') open.at(-1)?.declarations.push(code);
    if (end === '}') found.push(...open.splice(-1));
    line += whole.split('\n').length - 1;
  }
  return found;
}

function wholePrimitives(): Rule[] {
  const whole = new Map<string, Rule>();
  for (const rule of rules.filter(({ path }) => path === PRIMITIVES)) {
    for (const selector of rule.selector.split(', ')) {
      const declarations = [...(whole.get(selector)?.declarations ?? []), ...rule.declarations];
      whole.set(selector, { ...rule, selector, declarations });
    }
  }
  return [...whole.values()];
}

function writtenTwice(): string[] {
  const first = new Map<string, Rule>();
  return [...primitives, ...rules.filter(({ path }) => path !== PRIMITIVES)].flatMap((rule) => {
    const own = rule.declarations.filter((declaration) => !declaration.startsWith('composes:'));
    if (own.length < SHORTEST) return [];
    const text = own.toSorted().join('; ');
    const twin = first.get(text);
    if (twin === undefined) first.set(text, rule);
    if (twin === undefined || twin.path === rule.path || (twin.path === PRIMITIVES && couldCompose(rule))) return [];
    const advice = twin.path === PRIMITIVES ? 'take the primitive as a class' : `compose one from the other, or make it a primitive (${PRIMITIVES})`;
    return [`${rule.path}:${rule.line} '${rule.selector}' says what '${twin.selector}' says in ${twin.path}:${twin.line}: ${advice}.`];
  });
}

function wholePrimitivesInside(): string[] {
  const largestFirst = primitives.filter(({ selector, declarations }) => CLASS.test(selector) && declarations.length >= SHORTEST_PRIMITIVE).toSorted((one, other) => other.declarations.length - one.declarations.length);
  return rules.filter((rule) => rule.path !== PRIMITIVES && couldCompose(rule)).flatMap(({ path, line, selector, declarations }) => {
    const inside = largestFirst.find((primitive) => primitive.declarations.every((one) => declarations.includes(one)));
    return inside === undefined ? [] : [`${path}:${line} '${selector}' says all that '${inside.selector}' says in ${PRIMITIVES}:${inside.line}: take the primitive as a class, or by \`composes\`.`];
  });
}

function couldCompose({ selector, isNested }: Rule): boolean {
  return !isNested && selector.split(', ').every((one) => CLASS.test(one));
}

function classesNobodyReads(): string[] {
  const read = new Set<string>();
  for (const path of paths.filter((one) => /\.(tsx?|css)$/.test(one))) for (const name of namesReadBy(path)) read.add(name);
  return rules.flatMap(({ path, line, selector }) => {
    if (selector.startsWith('@') || read.has(`${path} *`)) return [];
    return classesIn(selector).filter((name) => !read.has(`${path} ${name}`)).map((name) => `${path}:${line} no component reads the class '${name}'.`);
  });
}

function classesNobodyDefines(): string[] {
  const defined = new Set(rules.flatMap(({ path, selector }) => classesIn(selector).map((name) => `${path} ${name}`)));
  return paths.filter((one) => /\.(tsx?|css)$/.test(one)).flatMap((path) => {
    const missing = new Set(namesReadBy(path).filter((name) => !name.endsWith(' *') && !defined.has(name)));
    return [...missing].map((name) => `${path} reads a class that is nowhere: ${name}.`);
  });
}

function classesIn(selector: string): string[] {
  return [...selector.replaceAll(/:global\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
}

function namesReadBy(path: string): string[] {
  const text = sheets.get(path) ?? readFileSync(path, 'utf8');
  if (path.endsWith('.css')) {
    return [...text.matchAll(/composes:\s*([\w\s-]+?)(?:\s+from\s+'([^']+)')?;/g)].flatMap(([, names = '', from]) => names.split(/\s+/).map((name) => `${moduleOf(path, from)} ${name}`));
  }
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(([, local = '', from]) => {
    const uses = [...text.replaceAll(/^import .*$/gm, '').matchAll(new RegExp(`(?<!/)\\b${local}\\b(?!/)(?:\\.(\\w+))?`, 'g'))];
    return uses.map(([, name = '*']) => `${moduleOf(path, from)} ${name}`);
  });
}

function moduleOf(path: string, from: string | undefined): string {
  if (from === undefined) return path;
  return from.startsWith('#') ? from.slice(1) : join(dirname(path), from);
}
