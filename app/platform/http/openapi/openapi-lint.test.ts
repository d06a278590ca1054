import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { CALLS } from '#app/features.server.ts';
import { metricsCall } from '#app/features/operations/metrics-call.server.ts';
import { startChild } from '#tests/support/process/child-process.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

import { healthCalls } from '../health.server.ts';
import { openApiDocument } from './openapi-document.server.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** Whoever opens a connection is named, and ended. */
const ALONE = `data:text/javascript,${encodeURIComponent("import { Socket } from 'node:net'; Socket.prototype.connect = (...to) => { console.error('CONNECTS', JSON.stringify(to)); process.exit(9); };")}`;

interface Complaint {
  ruleId: string;
  message: string;
  location: { pointer?: string }[];
}

async function lint(document: object): Promise<{ code: unknown; complaints: string[]; output: string }> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeDataDir(folder));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const args = ['--import', ALONE, 'node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--format', 'json', '--max-problems', '1000'];
  const child = startChild(process.execPath, args, { cwd: ROOT, env: { HOME: folder, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } });
  const code = await child.ended;
  const output = child.output();
  const { problems } = JSON.parse(/^\{[\s\S]*?^\}/m.exec(output)?.[0] ?? '{"problems":[]}') as { problems: Complaint[] };
  return { code, output, complaints: problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`) };
}

const ours = openApiDocument(new URL('https://falla.example'), [...CALLS, ...healthCalls, metricsCall]);

test('the description has nothing that redocly finds wrong, which asks nobody else', async () => {
  const { code, complaints, output } = await lint(ours);
  expect(complaints).toEqual([]);
  expect(output).not.toContain('CONNECTS');
  expect(code).toBe(0);
});

test('one with a parameter that its path lacks, and an operation without an id, is refused for both', async () => {
  const wrong = { ...ours, paths: { '/api/news': { get: { summary: 'News', tags: ['news'], security: [{}], parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }], responses: { 200: { description: 'News' } } } } } };
  const { code, complaints } = await lint(wrong);
  expect(complaints).toEqual(expect.arrayContaining([expect.stringContaining('operation-operationId'), expect.stringContaining('path-parameters-defined')]));
  expect(code).toBe(1);
});
