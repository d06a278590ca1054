import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTransport } from 'nodemailer';
import { createServer } from 'vite';

import { composeMessage, parseSender } from '../app/platform/adapters/mail/mail-message.server.ts';
import type * as Samples from './mail-samples.ts';

/* `npm run mail:preview`: every mail as .eml, .html and .txt, with a page that lists them. */

const folder = await mkdtemp(join(tmpdir(), 'comboi-mails-'));
const vite = await createServer({ server: { middlewareMode: true, hmr: false, ws: false, watch: null }, appType: 'custom', logLevel: 'error' });
try {
  const { sampleMails } = (await vite.ssrLoadModule('/scripts/mail-samples.ts')) as typeof Samples;
  const mails = await sampleMails(new Date().toISOString().slice(0, 10));
  for (const mail of mails) await write(mail);
  await writeFile(join(folder, 'index.html'), listOf(mails));
} finally {
  await vite.close();
}
console.log(join(folder, 'index.html'));

async function write(mail: Samples.SampleMail): Promise<void> {
  const message = composeMessage({ ...mail, id: mail.name }, parseSender('Comboi <comboi@comboi.test>'));
  if (message === null) throw new Error(`${mail.name} goes to nobody`);
  const composed = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(message);
  await writeFile(join(folder, `${mail.name}.eml`), composed.message as Buffer);
  await writeFile(join(folder, `${mail.name}.txt`), mail.text);
  let { html } = mail;
  for (const { filename, content, contentId } of mail.attachments) {
    await writeFile(join(folder, `${mail.name}-${filename}`), content);
    if (contentId !== undefined) html = html.replaceAll(`cid:${contentId}`, `${mail.name}-${filename}`);
  }
  await writeFile(join(folder, `${mail.name}.html`), html);
}

function listOf(mails: readonly Samples.SampleMail[]): string {
  const rows = mails.map(({ name, subject }) => `<li><a href="${name}.html">${subject}</a> · <a href="${name}.txt">text</a> · <a href="${name}.eml">eml</a></li>`);
  return `<!doctype html><html lang="ca"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Correus</title><ul>${rows.join('')}</ul></html>`;
}
