import { parseAst } from 'vite';

type Node = Readonly<Record<string, unknown>>;

/** Names that a file gives by itself: of functions, parameters, locals and members of types. */
export function declaredNames(path: string, code: string): Set<string> {
  const names = new Set<string>();
  walk(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), names);
  return names;
}

function walk(node: unknown, names: Set<string>): void {
  if (!isNode(node)) return;
  for (const part of declaring(node)) addPattern(part, names);
  for (const child of Object.values(node)) walk(child, names);
}

function declaring(node: Node): unknown[] {
  if (node['type'] === 'VariableDeclarator') return [node['id']];
  if (node['type'] === 'TSPropertySignature') return [node['key']];
  return Array.isArray(node['params']) ? [node['id'], ...node['params']] : [];
}

/** What is taken apart by `{ a: b }` or `[b]` names `b`. */
function addPattern(node: unknown, names: Set<string>): void {
  if (!isNode(node)) return;
  const { type, name, properties, elements, value, left, argument } = node;
  if (type === 'Identifier') names.add(String(name));
  else for (const part of [properties, elements].flat().concat(value, left, argument)) addPattern(part, names);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
