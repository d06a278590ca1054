import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { MailAttachment, OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { readWalletCredentials } from '#app/platform/adapters/wallets/wallet-credentials.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { anAppWithPost, mailsFor } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket, refreshOrder } from '#tests/support/people/buyers.ts';
import { openedPass } from '#tests/support/wallets/opened-pass.ts';
import { passCertificates } from '#tests/support/wallets/wallet-authorities.ts';

const chain = passCertificates();

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  let wallets: Awaited<ReturnType<typeof readWalletCredentials>> = { apple: null, google: null };
  const plain = await anAppWithPost();
  wallets = await readWalletCredentials({ applePass: { certificate: chain.certificate, key: chain.key, authority: chain.authority, passphrase: null }, googleWallet: null }, plain.app.deps);
  await plain.app.close();
  ({ app, post } = await anAppWithPost({ deps: () => ({ wallets }) }));
});
afterAll(() => closeInOrder(app));

interface Made {
  mail: OutgoingMail;
  pass: Awaited<ReturnType<typeof openedPass>>;
}

let buyers = 0;

/** Everything that a sale makes of the words of an event, its dishes, and whoever buys. */
async function madeOf(word: string): Promise<Made> {
  buyers += 1;
  const email = `compradora${buyers}@example.com`;
  const event = await anEvent(app, { title: word, location: word, description: word, dishes: { [word]: [1400, 1200, 1000] }, extras: { [`${word}2`]: [200, 200, 200] } });
  const { orderId } = await aPaidOrder(app, { event, body: { email, userName: word, tickets: [aTicket(event, { options: event.options.map(({ id }) => id) })] } });
  const [mail] = await mailsFor(app, post, email);
  const { tickets } = await refreshOrder(app, orderId);
  const answer = await app.ask(`/api/orders/${orderId}/tickets/${tickets![0]!.ticketNumber}/apple-wallet`);
  return { mail: mail!, pass: await openedPass(new Uint8Array(await answer.arrayBuffer()), chain.root) };
}

/** Elements with the names of their attributes, and where its links lead but for what is of one order. */
function skeletonOf(html: string): string[] {
  return [...html.matchAll(/<(\/?[a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(([, name, attributes]) => `${name} ${[...attributes!.matchAll(/([^\s=]+)="/g)].map(([, one]) => one).join(' ')}`);
}

function hostsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address!.replace(/^(\w+:)(\/\/[^/"]*)?.*$/, '$1$2')));
}

const attached = ({ attachments }: OutgoingMail, type: string): MailAttachment => attachments.find(({ contentType }) => contentType.startsWith(type))!;

async function deedsOfPdf(content: Uint8Array): Promise<object> {
  const loading = getDocument({ data: Uint8Array.from(content), verbosity: 0 });
  const document = await loading.promise;
  try {
    const annotations = [];
    for (let page = 1; page <= document.numPages; page += 1) annotations.push(...(await (await document.getPage(page)).getAnnotations()));
    return { scripts: await document.getJSActions(), opens: await document.getOpenAction(), attachments: await document.getAttachments(), annotations: annotations.length };
  } finally {
    await loading.destroy();
  }
}

function chunksOf(png: Uint8Array): string[] {
  const bytes = Buffer.from(png);
  const names: string[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) names.push(bytes.toString('latin1', at + 4, at + 8));
  return names;
}

const WORDS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<a href="https://evil.example">premi</a>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  ') >> /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (',
  '\\) Tj ET endstream endobj',
  '=HYPERLINK("https://evil.example")',
  '%0d%0aBcc: tots@example.com',
  '</style></head><body>',
  '${7*7} {{7*7}} <%= 7*7 %>',
];

test.each(WORDS)('mail, PDF, picture and pass take it for words: %s', async (word) => {
  const [hostile, harmless] = [await madeOf(word), await madeOf('Sopar de la Lluna')];
  expect(skeletonOf(hostile.mail.html)).toEqual(skeletonOf(harmless.mail.html));
  expect(hostsIn(hostile.mail.html)).toEqual(hostsIn(harmless.mail.html));
  expect(hostile.mail.subject).not.toMatch(/[\r\n]/);
  for (const { filename } of hostile.mail.attachments) expect(filename).toMatch(/^[^\r\n"/\\<>]+$/);

  const [paper, ours] = [await deedsOfPdf(attached(hostile.mail, 'application/pdf').content), await deedsOfPdf(attached(harmless.mail, 'application/pdf').content)];
  expect(paper).toEqual(ours);
  expect(paper).toMatchObject({ scripts: null, opens: null, attachments: null });

  const picture = attached(hostile.mail, 'image/png');
  expect(await sharp(picture.content).metadata()).toMatchObject({ format: 'png' });
  expect(chunksOf(picture.content).filter((name) => /^[a-z]/.test(name) && !['pHYs', 'sRGB', 'gAMA', 'tRNS', 'iCCP', 'sBIT'].includes(name))).toEqual([]);

  expect(hostile.pass.isGenuine).toBe(true);
  expect(Object.keys(hostile.pass.files).toSorted()).toEqual(Object.keys(harmless.pass.files).toSorted());
  const text = JSON.stringify(hostile.pass.pass);
  expect(text).toContain(JSON.stringify(word).slice(1, -1));
  expect(text).not.toContain('attributedValue');
  expect(Object.keys(hostile.pass.pass)).toEqual(Object.keys(harmless.pass.pass));
});
