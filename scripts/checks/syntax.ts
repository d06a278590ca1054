import { parseAst } from 'vite';

export type Node = Readonly<Record<string, unknown>>;

/** All of a file's syntax tree, each node before what stands in it. */
export function* nodesOf(path: string, code: string): Generator<Node> {
  yield* below(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function* below(node: unknown): Generator<Node> {
  if (!isNode(node)) return;
  yield node;
  for (const child of Object.values(node)) yield* below(child);
}
