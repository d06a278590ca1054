import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

import { MB } from '#app/domain/files/bucket.ts';
import { aTusClient, type TusClient } from '#tests/support/app/tus.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';
import { eventOnline, orderOnline, orderStateOnline, startRush } from '#tests/support/people/online-buyers.ts';
import { type ChildServer, startServer, statusOf } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { sharedDatabaseEnv } from '#tests/support/process/shared-server.ts';
import { aSmallDisk, type SmallDisk, whyNoMounts } from '#tests/support/process/small-disk.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { figure } from '#tests/support/reporting/counts.ts';

/* Needs mounts, and so is a soak's; `npm test` plays a store that takes nothing more. */

const EVENT = 'Concert de la nit del foc';
const ENV = { COMBOI_RATE_LIMITS: '0' };
const whyNot = inject('soak') ? await whyNoMounts() : 'only a soak mounts disks';

beforeAll(() => {
  if (inject('soak') && whyNot !== null) console.warn(`G11 and G12 are not played: ${whyNot}`);
});

const disks: SmallDisk[] = [];
afterAll(async () => {
  for (const disk of disks) await disk.end();
});

async function aDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeDataDir(folder));
  const disk = await aSmallDisk(folder, megabytes);
  disks.push(disk);
  return disk;
}

test.runIf(whyNot === null)('a database whose disk is full refuses orders and loses none, and sells again when there is room', async () => {
  const disk = await aDisk(160);
  const server = await startServer({ dataDir: disk.folder, env: ENV, through: disk.through });
  try {
    const event = await eventOnline(server.url, EVENT);
    const rush = startRush(server.url, event, { buyers: 8, name: 'full-disk' });
    await expect.poll(() => rush.acknowledged.size).toBeGreaterThan(25);
    await disk.fill();
    await expect.poll(() => rush.statuses.filter((status) => status !== 201).length).toBeGreaterThan(20);
    const page = await statusOf(`${server.url}/tickets`);
    expect([200, 503]).toContain(page);
    await disk.clear();
    await server.ready();
    const before = rush.acknowledged.size;
    await expect.poll(() => rush.acknowledged.size).toBeGreaterThan(before + 8);
    await rush.end();

    const statuses = new Set(rush.statuses);
    let lost = 0;
    for (const [, orderId] of rush.acknowledged) if ((await orderStateOnline(server.url, orderId))?.status !== 'pending_payment') lost += 1;
    for (const key of rush.keys.filter((sent) => !rush.acknowledged.has(sent)).slice(0, 20)) expect(await orderOnline(server.url, { event, key })).toMatchObject({ status: 201 });
    const visit = await doctorBeside(server, { through: disk.through });
    figure('G12 orders lost, refusals while the disk was full, doctor violations afterwards', `${lost} of ${rush.acknowledged.size}, ${[...statuses].toSorted().join(' ')}, ${visit.violations}; a page meanwhile: ${page}`);
    expect(lost).toBe(0);
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(visit.output).toMatch(/^The books are in order\./m);
  } finally {
    await server.stop();
  }
});

async function editorOn(server: ChildServer): Promise<{ tus: TusClient; ask: (path: string) => Promise<Response> }> {
  const at = (path: string, init?: RequestInit): Promise<Response> => fetch(new URL(path, server.url), init);
  const login = await at('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: 'admin@comboi.test', password: 'Comboi2027' }) });
  const cookie = cookieOf(login.headers);
  return { tus: aTusClient({ ask: at }, cookie), ask: (path) => at(path, { headers: { Cookie: cookie } }) };
}

test.runIf(whyNot === null)('uploads onto a full disk are refused in words; files that were there stay, and sales go on', async () => {
  const disk = await aDisk(64);
  const server = await startServer({ dataDir: disk.folder, env: { ...ENV, ...(await sharedDatabaseEnv()) }, through: disk.through });
  try {
    const { tus, ask } = await editorOn(server);
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(4 * MB)]);
    const stored = (await (await tus.upload('booklets', pdf)).json()) as { variants: { url: string }[] };
    await disk.fill();
    const refused = await tus.upload('booklets', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(4 * MB)])).then(
      (answer) => answer.status,
      () => null,
    );
    const sold = await orderOnline(server.url, { event: await eventOnline(server.url, EVENT), key: 'beside-a-full-disk' });
    const still = Buffer.from(await (await ask(stored.variants[0]!.url)).arrayBuffer());
    figure('G11 an upload onto a full disk is answered; the file before it is whole; an order meanwhile', `${refused}; ${still.equals(pdf)}; ${sold?.status}`);
    expect(still.equals(pdf)).toBe(true);
    expect(sold?.status).toBe(201);
    expect([503, 507]).toContain(refused);
    await disk.clear();
    expect((await tus.upload('booklets', pdf)).status).toBe(200);
  } finally {
    await server.stop();
  }
});
