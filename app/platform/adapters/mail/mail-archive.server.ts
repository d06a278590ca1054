import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Clock } from '#app/platform/adapters/clock.server.ts';

import { composeMessage, oneLine, parseSender } from './mail-message.server.ts';
import type { OutgoingMail } from './mailer.server.ts';

export interface ArchivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
  attachments: { filename: string; contentType: string; size: number }[];
}

interface Sidecar extends ArchivedMail {
  id: string;
  files: { file: string; contentId: string | null }[];
}

export interface MailArchive {
  keep(mail: OutgoingMail): Promise<void>;
}

const MOST_LISTED = 2000;
/** File names tell who got mail when. */
const OWNER_ONLY = 0o700;
const SIDECAR = /^(\d{15})-([\w-]+)\.json$/;

/** The `.json` sidecar is written last, so that a mail is there wholly or not at all. */
export function mailArchive(options: { dataDir: string; mailFrom: string; clock: Clock }): MailArchive {
  const folder = folderOf(options.dataDir);
  const sender = parseSender(options.mailFrom);
  return {
    async keep(mail) {
      const message = composeMessage(mail, sender);
      if (message === null) throw new Error('the recipient is not one plain address');
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
      await chmod(folder, OWNER_ONLY);
      const sentAt = options.clock.now();
      const name = `${String(sentAt.getTime()).padStart(15, '0')}-${mail.id.replace(/[^\w-]/g, '')}`;
      // A library that is large, and that a server may do without for long.
      const { createTransport } = await import('nodemailer');
      const composed = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(message);
      await writeWhole(join(folder, `${name}.eml`), composed.message as Buffer);
      const files = await Promise.all(
        mail.attachments.map(async (attachment, index) => {
          const file = `${name}.${index}.bin`;
          await writeWhole(join(folder, file), attachment.content);
          return { file, contentId: attachment.contentId ?? null };
        }),
      );
      const sidecar: Sidecar = {
        id: mail.id,
        to: message.to.address,
        subject: message.subject,
        text: mail.text,
        html: mail.html,
        sentAt: sentAt.toISOString(),
        attachments: mail.attachments.map(({ filename, contentType, content }) => ({
          filename: oneLine(filename),
          contentType,
          size: content.byteLength,
        })),
        files,
      };
      await writeWhole(join(folder, `${name}.json`), JSON.stringify(sidecar));
    },
  };
}

export async function readMailArchive(dataDir: string): Promise<ArchivedMail[]> {
  return (await readSidecars(dataDir)).map(({ to, subject, text, html, sentAt, attachments }) => ({ to, subject, text, html, sentAt, attachments }));
}

export async function listMailArchive(dataDir: string): Promise<{ id: string; to: string; subject: string; sentAt: string }[]> {
  return (await readSidecars(dataDir)).map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt }));
}

export interface StoredMail extends ArchivedMail {
  id: string;
  contentIds: (string | null)[];
}

export async function readStoredMail(dataDir: string, id: string): Promise<StoredMail | null> {
  const sidecar = await findSidecar(dataDir, id);
  if (!sidecar) return null;
  const { files, ...mail } = sidecar;
  return { ...mail, contentIds: files.map((file) => file.contentId) };
}

export async function readStoredAttachment(
  dataDir: string,
  place: { id: string; index: number },
): Promise<{ filename: string; contentType: string; content: Buffer<ArrayBuffer> } | null> {
  const mail = await findSidecar(dataDir, place.id);
  const attachment = mail?.attachments[place.index];
  const storedFile = mail?.files[place.index];
  if (!attachment || !storedFile) return null;
  return { filename: attachment.filename, contentType: attachment.contentType, content: await readFile(join(folderOf(dataDir), storedFile.file)) };
}

/** Mails to this address, and those that name it. Answers how many. The sidecar goes last: without it nobody finds the others again. */
export async function eraseArchivedMails(dataDir: string, address: string): Promise<number> {
  const isNamed = new RegExp(`(?<![\\w.+-])${address.replaceAll(/[^\w@-]/g, String.raw`\$&`)}(?![\\w-]|\\.\\w)`, 'i');
  const names = await namesIn(dataDir);
  const sidecars: string[] = [];
  for (const name of names.filter((each) => SIDECAR.test(each))) {
    const { to, subject, text, html } = await readSidecar(dataDir, name);
    if ([to, subject, text, html].some((words) => isNamed.test(words))) sidecars.push(name);
  }
  for (const sidecar of sidecars) {
    const others = names.filter((name) => name !== sidecar && name.startsWith(sidecar.replace(/json$/, '')));
    for (const name of [...others, sidecar]) await rm(join(folderOf(dataDir), name), { force: true });
  }
  return sidecars.length;
}

async function findSidecar(dataDir: string, id: string): Promise<Sidecar | null> {
  const name = (await sidecarNames(dataDir)).find((each) => SIDECAR.exec(each)?.[2] === id);
  return name === undefined ? null : readSidecar(dataDir, name);
}

async function readSidecars(dataDir: string): Promise<Sidecar[]> {
  const names = (await sidecarNames(dataDir)).slice(0, MOST_LISTED);
  const mails = await Promise.all(names.map((name) => readSidecar(dataDir, name)));
  const seen = new Set<string>();
  return mails.filter((mail) => !seen.has(mail.id) && seen.add(mail.id));
}

async function readSidecar(dataDir: string, name: string): Promise<Sidecar> {
  return JSON.parse(await readFile(join(folderOf(dataDir), name), 'utf8'));
}

async function sidecarNames(dataDir: string): Promise<string[]> {
  return (await namesIn(dataDir)).filter((name) => SIDECAR.test(name)).toSorted().toReversed();
}

async function namesIn(dataDir: string): Promise<string[]> {
  try {
    return await readdir(folderOf(dataDir));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function folderOf(dataDir: string): string {
  return join(dataDir, 'mail');
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.part`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
