import { isRecord } from '#app/domain/record.ts';

import { jsonOf, problemSchema } from './openapi.server.ts';

export interface Components {
  schemas: Record<string, object>;
  responses: Record<string, object>;
}

interface Named {
  text: string;
  name: string;
}

/** Shorter ones are easier to read where they stand. */
const SHORTEST_SHARED = 100;
const PROBLEM = JSON.stringify(jsonOf(problemSchema)['application/json'].schema);

/** Gives a name to each body and answer, and to what stands in several of them. */
export class SharedSchemas {
  readonly components: Components = { schemas: {}, responses: {} };
  readonly #names = new Map<string, string>([[PROBLEM, 'Problem']]);
  readonly #uses = new Map<string, number>();

  /** All are counted before the first is named. */
  count(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.count(one);
    if (!isRecord(value)) return;
    const text = JSON.stringify(value);
    const uses = this.#uses.get(text) ?? 0;
    this.#uses.set(text, uses + 1);
    if (uses === 0) for (const one of Object.values(value)) this.count(one);
  }

  /** The content of a body or an answer: JSON by name, other types as they stand. */
  content(content: unknown, name: string): unknown {
    if (!isRecord(content)) return content;
    return Object.fromEntries(
      Object.entries(content).map(([type, media]) => [type, type === 'application/json' && isRecord(media) && isRecord(media['schema']) ? { ...media, schema: this.#top(media['schema'], name) } : media]),
    );
  }

  /** A refusal is the same for all calls that answer with its status. */
  response(status: string, response: unknown, name: string): unknown {
    if (!isRecord(response)) return response;
    const answer = { ...response, content: this.content(response['content'], name) };
    if (!JSON.stringify(response).includes(PROBLEM)) return 'content' in response ? answer : response;
    const shared = this.components.responses[`Problem${status}`] ?? answer;
    this.components.responses[`Problem${status}`] = shared;
    return JSON.stringify(shared) === JSON.stringify(answer) ? { $ref: `#/components/responses/Problem${status}` } : answer;
  }

  #top(schema: Record<string, unknown>, name: string): object {
    return isWorthAName(schema) ? this.#reference({ text: JSON.stringify(schema), name }, schema) : this.#inside(schema, name);
  }

  #reference({ text, name }: Named, schema: Record<string, unknown>): object {
    const known = this.#names.get(text) ?? this.#free(name);
    this.#names.set(text, known);
    this.components.schemas[known] ??= this.#inside(schema, known);
    return { $ref: `#/components/schemas/${known}` };
  }

  #inside(schema: Record<string, unknown>, name: string): object {
    return Object.fromEntries(Object.entries(plainChoice(schema)).map(([key, value]) => [key, this.#below(key, value, name)]));
  }

  #below(key: string, value: unknown, name: string): unknown {
    if (key === 'properties' && isRecord(value)) return Object.fromEntries(Object.entries(value).map(([property, one]) => [property, this.#nested(one, name + capitalised(property))]));
    if (key === 'items' || key === 'additionalProperties') return this.#nested(value, name.endsWith('s') ? name.slice(0, -1) : `${name}Item`);
    if (['anyOf', 'oneOf', 'allOf'].includes(key) && Array.isArray(value)) return value.map((one: unknown) => this.#nested(one, name));
    return value;
  }

  #nested(value: unknown, name: string): unknown {
    if (!isRecord(value)) return value;
    const text = JSON.stringify(value);
    const isShared = (this.#uses.get(text) ?? 0) > 1 && text.length >= SHORTEST_SHARED && isWorthAName(value);
    return isShared ? this.#reference({ text, name }, value) : this.#inside(value, name);
  }

  #free(name: string): string {
    const taken = new Set(this.#names.values());
    for (let number = 1; ; number += 1) {
      const tried = number === 1 ? name : `${name}${number}`;
      if (!taken.has(tried)) return tried;
    }
  }
}

/** OpenAPI 3.0 knows `nullable` beside a `type` alone; and a tuple of equals comes as a choice of one among the same. */
function plainChoice(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, nullable, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const different = new Map(anyOf.filter(isRecord).map((one) => [JSON.stringify(one), nullable === true ? { ...one, nullable } : one]));
  const [first, ...others] = different.values();
  return others.length === 0 ? { ...rest, ...first } : { ...rest, anyOf: [first, ...others] };
}

function isWorthAName(schema: Record<string, unknown>): boolean {
  return ['properties', 'items', 'enum', 'anyOf', 'oneOf', 'allOf'].some((key) => key in schema);
}

export function capitalised(word: string): string {
  return word.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
