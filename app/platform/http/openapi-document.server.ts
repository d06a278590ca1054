import { type Call, limitOf } from './calls.server.ts';
import { type Operation, problems } from './openapi.server.ts';

export function openApiDocument(publicUrl: URL, calls: readonly Call[]): object {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const one of calls) {
    const { method, path, openapi } = one;
    if (openapi === null) continue;
    const name = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[name] = { ...paths[name], [method.toLowerCase()]: limitOf(one) === null ? openapi : { ...openapi, responses: { ...openapi.responses, ...problems(429) } } };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Comboi',
      version: '1',
      description: 'Events, orders and tickets. Amounts are integer euro cents, dates YYYY-MM-DD and times HH:MM in Europe/Madrid, instants RFC 3339 in UTC.',
    },
    servers: [{ url: publicUrl.origin }],
    paths,
  };
}
