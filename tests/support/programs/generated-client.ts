import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startChild } from '../process/child-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');
const SETTINGS = { compilerOptions: { target: 'ES2024', module: 'nodenext', lib: ['ES2024', 'DOM'], types: [], strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, outDir: 'out' }, include: ['*.ts'] };

/** A program of somebody else: whatever it knows of us, it knows from the types that were made of our description. */
export const TICKET_BUYER = `
import type { paths } from './comboi.js';

type Sent<Call> = Call extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : undefined;
type Answer<Call> = Call extends { responses: infer Answers } ? { [Status in keyof Answers & (200 | 201)]: Answers[Status] extends { content: { 'application/json': infer Body } } ? Body : never }[keyof Answers & (200 | 201)] : never;
type Named<Call> = Call extends { parameters: { path: infer Names } } ? Names : undefined;

declare const process: { argv: string[] };
const site = process.argv[2]!;

async function ask<Path extends keyof paths, Method extends keyof paths[Path] & ('get' | 'post')>(
  method: Method,
  path: Path,
  input: { named: Named<paths[Path][Method]>; body: Sent<paths[Path][Method]> },
): Promise<Answer<paths[Path][Method]>> {
  const address = Object.entries((input.named ?? {}) as Record<string, string | number>).reduce((text, [name, value]) => text.replace('{' + name + '}', String(value)), path as string);
  const answer = await fetch(new URL(address, site), {
    method: method.toUpperCase(),
    ...(input.body === undefined ? {} : { headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'a-client-made-by-others' }, body: JSON.stringify(input.body) }),
  });
  if (!answer.ok) throw new Error(path + ': ' + answer.status + ' ' + (await answer.text()));
  return (await answer.json()) as Answer<paths[Path][Method]>;
}

const { events } = await ask('get', '/api/events', { named: undefined, body: undefined });
const listed = events.find(({ title, available }) => available && title === 'Sopar per a programes');
if (listed === undefined) throw new Error('nothing is on sale');
const event = await ask('get', '/api/events/{id}', { named: { id: listed.id }, body: undefined });
const chosen = Object.fromEntries(event.sections.filter(({ required }) => required).map(({ id, items }) => [id, items.slice(0, 1).map((item) => item.id)]));
const expectedTotal = event.sections.filter(({ required }) => required).reduce((sum, { items }) => sum + (items[0]?.price ?? 0), 0);
const placed = await ask('post', '/api/orders', { named: undefined, body: { eventId: event.id, email: 'programa@example.com', tickets: [{ sections: chosen, options: [] }], expectedTotal } });
if (placed.paymentUrl === null) throw new Error('there is nothing to pay');
await fetch(placed.paymentUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ action: 'pay' }) });
for (;;) {
  const order = await ask('get', '/api/orders/{orderId}', { named: { orderId: placed.orderId }, body: undefined });
  if (order.status === 'paid') {
    console.log(JSON.stringify({ orderNumber: order.orderNumber, total: order.total, tickets: order.tickets?.map(({ ticketNumber }) => ticketNumber) }));
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
`;

/** Types of a description, as other people's tools make them, in a folder with nothing else. */
export async function typesFrom(description: string, folder: string): Promise<void> {
  const document = join(folder, 'document.json');
  await writeFile(document, description);
  await done([join(import.meta.dirname, 'openapi-types.ts'), document, join(folder, 'comboi.ts')], ROOT);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
}

/** What the compiler says of a program beside those types; nothing where all is well. */
export async function compile(folder: string, program: string): Promise<string> {
  await writeFile(join(folder, 'program.ts'), program);
  const compiler = startChild(process.execPath, [COMPILER, '-p', folder, '--pretty', 'false'], { cwd: folder });
  await compiler.ended;
  return compiler.output().trim();
}

export async function runCompiled(folder: string, site: string): Promise<unknown> {
  return JSON.parse(await done([join(folder, 'out/program.js'), site], folder));
}

async function done(args: readonly string[], cwd: string): Promise<string> {
  const child = startChild(process.execPath, args, { cwd });
  const code = await child.ended;
  if (code !== 0) throw new Error(`ended with ${code}:\n${child.output()}`);
  return child.output();
}
