import { isNode, type Node, nodesOf } from './syntax.ts';

/** Names that a file gives by itself: of functions, parameters, locals, types and their members. */
export function declaredNames(path: string, code: string): Set<string> {
  const names = new Set<string>();
  for (const node of nodesOf(path, code)) for (const part of declaring(node)) addPattern(part, names);
  return names;
}

const NAMING = new Set(['VariableDeclarator', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration']);

function declaring(node: Node): unknown[] {
  if (NAMING.has(String(node['type']))) return [node['id']];
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
