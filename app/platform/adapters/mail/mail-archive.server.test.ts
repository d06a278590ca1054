import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { testClock } from '#tests/support/app/test-clock.ts';

import { archivingMailer, fileMailer } from './file-mailer.server.ts';
import { mailArchive, readStoredAttachment, readStoredMail, readMailArchive } from './mail-archive.server.ts';
import type { Mailer, OutgoingMail } from './mailer.server.ts';

const clock = testClock(new Date('2027-03-15T20:00:00Z'));
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'comboi-mail-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

function anArchive(): ReturnType<typeof mailArchive> {
  return mailArchive({ dataDir, mailFrom: 'Comboi <hola@comboi.example>', clock });
}

function aMail(id: string, part: Partial<OutgoingMail> = {}): OutgoingMail {
  const picture = { filename: 'ticket-1.png', contentType: 'image/png', content: new Uint8Array([1, 2, 3]), contentId: 't1@comboi' };
  return { id, to: 'ramon@example.com', subject: 'Tiquets', text: 'text', html: '<p>html</p>', attachments: [picture], ...part };
}

test('an archive without mail is empty', async () => {
  expect(await readMailArchive(dataDir)).toEqual([]);
});

test('nobody else on the machine sees who got mail, where an older version let them as well', async () => {
  await mkdir(join(dataDir, 'mail'), { mode: 0o755 });
  await fileMailer(anArchive()).send(aMail('one'));
  expect((await stat(join(dataDir, 'mail'))).mode & 0o777).toBe(0o700);
});

test('mail is listed newest first, with its attachments by size', async () => {
  const mailer = fileMailer(anArchive());
  await mailer.send(aMail('one'));
  clock.advance(1);
  await mailer.send(aMail('two', { attachments: [] }));
  expect(await readMailArchive(dataDir)).toEqual([
    { to: 'ramon@example.com', subject: 'Tiquets', text: 'text', html: '<p>html</p>', sentAt: '2027-03-15T20:00:00.001Z', attachments: [] },
    {
      to: 'ramon@example.com',
      subject: 'Tiquets',
      text: 'text',
      html: '<p>html</p>',
      sentAt: '2027-03-15T20:00:00.000Z',
      attachments: [{ filename: 'ticket-1.png', contentType: 'image/png', size: 3 }],
    },
  ]);
});

test('a mail sent twice is listed once', async () => {
  const mailer = fileMailer(anArchive());
  await mailer.send(aMail('one'));
  clock.advance(60_000);
  await mailer.send(aMail('one'));
  expect(await readMailArchive(dataDir)).toHaveLength(1);
});

test('the kept .eml is the mail that a mail program would open', async () => {
  await fileMailer(anArchive()).send(aMail('one'));
  const name = (await readdir(join(dataDir, 'mail'))).find((each) => each.endsWith('.eml'));
  const email = await PostalMime.parse(await readFile(join(dataDir, 'mail', name!)));
  expect(email.to).toMatchObject([{ address: 'ramon@example.com' }]);
  expect(email.attachments).toHaveLength(1);
});

test('half-written files are no mail', async () => {
  await fileMailer(anArchive()).send(aMail('one'));
  await writeFile(join(dataDir, 'mail', '000000000000001-two.json.part'), '{"id":');
  expect(await readMailArchive(dataDir)).toHaveLength(1);
});

test('attachments are found by the name of the mail and their place, and by nothing else', async () => {
  await fileMailer(anArchive()).send(aMail('one'));
  expect((await readStoredMail(dataDir, 'one'))?.contentIds).toEqual(['t1@comboi']);
  expect(await readStoredAttachment(dataDir, { id: 'one', index: 0 })).toMatchObject({ contentType: 'image/png', content: Buffer.from([1, 2, 3]) });
  for (const place of [{ id: 'one', index: 1 }, { id: 'one', index: -1 }, { id: '../one', index: 0 }, { id: '', index: 0 }]) {
    expect(await readStoredAttachment(dataDir, place)).toBeNull();
  }
});

test('a recipient that is two is not written to', async () => {
  expect(await fileMailer(anArchive()).send(aMail('one', { to: 'a@example.com, b@example.com' }))).toMatchObject({ sent: false });
  expect(await readMailArchive(dataDir)).toEqual([]);
});

test('only what was sent is kept, and a lost copy does not unsend it', async () => {
  const lost: unknown[] = [];
  const refusing: Mailer = { perSecond: null, send: () => Promise.resolve({ sent: false, permanent: true, isUncertain: false, failure: 'refused', reason: 'no' }), close: () => Promise.resolve() };
  const taking: Mailer = { perSecond: null, send: () => Promise.resolve({ sent: true }), close: () => Promise.resolve() };
  const brokenArchive = { keep: () => Promise.reject(new Error('disk full')) };
  expect(await archivingMailer(refusing, anArchive(), () => {}).send(aMail('one'))).toMatchObject({ sent: false });
  expect(await readMailArchive(dataDir)).toEqual([]);
  expect(await archivingMailer(taking, brokenArchive, (error) => lost.push(error)).send(aMail('two'))).toEqual({ sent: true });
  expect(lost).toHaveLength(1);
});
