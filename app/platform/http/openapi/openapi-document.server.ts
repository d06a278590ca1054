import { type Call, limitOf } from '../calls.server.ts';
import { capitalised, SharedSchemas } from './openapi-components.server.ts';
import { type Callback, type Operation, problems } from './openapi.server.ts';
import { securityOf, securitySchemes } from './openapi-security.server.ts';
import { TAG_DESCRIPTIONS } from './openapi-tags.server.ts';
import { isRecord } from '#app/domain/record.ts';

interface Described {
  call: Call;
  operation: Operation;
  operationId: string;
}

export function openApiDocument(publicUrl: URL, calls: readonly Call[]): object {
  const described = calls.flatMap((one) => (one.openapi === null ? [] : [{ call: one, operation: withRateLimit(one, one.openapi), operationId: operationIdOf(one) }]));
  const shared = new SharedSchemas();
  for (const { operation } of described) shared.count([operation.requestBody, operation.responses, operation.callback?.requestBody]);
  const paths: Record<string, Record<string, object>> = {};
  for (const one of described) {
    const path = one.call.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.call.method.toLowerCase()]: operationText(one, shared) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Comboi',
      version: '1',
      description: 'Events, orders and tickets. Amounts are integer euro cents, dates YYYY-MM-DD and times HH:MM in Europe/Madrid, instants RFC 3339 in UTC.',
    },
    servers: [{ url: publicUrl.origin }],
    tags: [...new Set(calls.map(tagOf))].toSorted().map((name) => ({ name, ...(name in TAG_DESCRIPTIONS && { description: TAG_DESCRIPTIONS[name] }) })),
    paths,
    components: { ...shared.components, securitySchemes: securitySchemes(publicUrl) },
  };
}

function withRateLimit(one: Call, operation: Operation): Operation {
  return limitOf(one) === null ? operation : { ...operation, responses: { ...operation.responses, ...problems(429) } };
}

function operationText({ call, operation, operationId }: Described, shared: SharedSchemas): object {
  const { summary, parameters, requestBody, responses, callback } = operation;
  const isRead = call.method === 'GET';
  const answer = isRead ? capitalised(operationId.slice('get'.length)) : `${capitalised(operationId)}Answer`;
  return {
    operationId,
    tags: [tagOf(call)],
    summary,
    security: securityOf(call),
    ...(call.token === undefined ? {} : { 'x-token-scopes': call.token.scopes }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(isRecord(requestBody) ? { requestBody: { ...requestBody, content: shared.content(requestBody['content'], `${capitalised(operationId)}Body`) } } : {}),
    responses: Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, shared.response(status, response, answer)])),
    ...(callback === undefined ? {} : { callbacks: callbackText(callback, shared) }),
  };
}

function callbackText({ name, url, summary, parameters, requestBody }: Callback, shared: SharedSchemas): object {
  const body = { ...requestBody, content: shared.content(requestBody.content, capitalised(name)) };
  return { [name]: { [url]: { post: { operationId: name, summary, security: [], parameters, requestBody: body, responses: { '2XX': { description: 'Taken' }, default: { description: 'Tried again later' } } } } } };
}

/** `GET /api/admin/events/:id/stats` is `getAdminEventStats`. */
function operationIdOf({ method, path }: Call): string {
  const words: string[] = [];
  for (const segment of path.split('/').filter((word) => word !== '' && word !== 'api')) {
    if (segment.startsWith(':')) words.push(oneOf(words.pop() ?? ''));
    else words.push(segment);
  }
  return method.toLowerCase() + words.map(capitalised).join('');
}

function oneOf(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (plural.endsWith('sses')) return plural.slice(0, -2);
  return plural.endsWith('s') && plural !== 'news' ? plural.slice(0, -1) : `${plural}-item`;
}

function tagOf({ path }: Call): string {
  const [, area, first, second] = path.split('/');
  if (area !== 'api') return area === 'health' || area === 'metrics' ? 'health' : 'site';
  return (first === 'admin' ? second : first)?.replace(/\..*$/, '') ?? 'site';
}
