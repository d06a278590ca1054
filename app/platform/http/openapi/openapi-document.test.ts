import { describe, expect, test } from 'vitest';

import { CALLS } from '#app/features.server.ts';
import { isRecord } from '#app/domain/record.ts';
import { metricsCall } from '#app/features/operations/metrics-call.server.ts';

import { healthCalls } from '../health.server.ts';
import { openApiDocument } from './openapi-document.server.ts';

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, object>;
}

const text = JSON.stringify(openApiDocument(new URL('https://comboi.example'), [...CALLS, ...healthCalls, metricsCall]));
const document = JSON.parse(text) as {
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, ...operation })));

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === '$ref' && typeof one === 'string' ? [one] : referencesIn(one)));
}

function at(pointer: string): unknown {
  return pointer.slice(2).split('/').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), document);
}

function except(allowed: (operation: (typeof operations)[number]) => boolean): string[] {
  return operations.filter((operation) => !allowed(operation)).map(({ name }) => name);
}

describe('the document that tools of other people take', () => {
  test('is small, because what recurs is named once', () => {
    expect(text.length).toBeLessThan(200_000);
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Problem', 'Events', 'Event', 'PostOrdersBody', 'PostOrdersAnswer']));
  });

  test('has every reference lead to something, and nothing named that nobody refers to', () => {
    const references = new Set(referencesIn(document));
    expect([...references].filter((pointer) => at(pointer) === undefined)).toEqual([]);
    expect(Object.keys(document.components.schemas).filter((name) => !references.has(`#/components/schemas/${name}`))).toEqual([]);
  });

  test('names what it refers to in letters that tools accept', () => {
    expect(Object.keys(document.components.schemas).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
  });

  test('calls each operation by a name of its own', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(except(({ operationId }) => /^[a-z][A-Za-z0-9]*$/.test(operationId))).toEqual([]);
  });

  test('sorts each operation under a tag that it declares', () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(except((operation) => operation.tags.length === 1 && operation.tags.every((tag) => tags.has(tag)))).toEqual([]);
  });

  test('says of each operation who may make it', () => {
    const schemes = new Set(Object.keys(document.components.securitySchemes));
    expect(except(({ security }) => security.length > 0 && security.flatMap(Object.keys).every((scheme) => schemes.has(scheme)))).toEqual([]);
    expect(except(({ path, security }) => !path.startsWith('/api/admin/') || security.every((one) => Object.keys(one).length > 0))).toEqual([]);
  });

  test('promises an answer for what goes well and, of ours, for what does not', () => {
    expect(except(({ responses }) => Object.keys(responses).some((status) => /^[23]/.test(status)))).toEqual([]);
    expect(except(({ name, responses }) => name.includes('/health/') || Object.keys(responses).some((status) => /^[45]/.test(status)))).toEqual([]);
  });

  test('declares each parameter that a path names, once', () => {
    const wrong = operations.flatMap(({ name, path, parameters = [] }) => {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      return declared.toSorted().join() === named.toSorted().join() ? [] : [`${name}: ${declared.join()}`];
    });
    expect(wrong).toEqual([]);
  });

  test('holds no word of JSON Schema that its version of OpenAPI lacks', () => {
    expect([...text.matchAll(/"(?:const|\$schema|\$defs|propertyNames|patternProperties|prefixItems)":/g)].map(([word]) => word)).toEqual([]);
  });
});
